/**
 * List of an answer that is produced while it is sent, because it can be too long to store in memory at once. REST
 * streams it page by page; the other protocols collect its bytes.
 */
export class PagedList<Item> {
  /** Pages, to be read once, from the first to the last; a reader that stops early calls its `return`. */
  readonly pages: AsyncGenerator<readonly Item[]>;

  constructor(pages: AsyncGenerator<readonly Item[]>) {
    this.pages = pages;
  }
}

/** Creates a list from pages, which replaces the whole list in a handler's answer. */
export const pagedList = <Item>(pages: AsyncGenerator<readonly Item[]>): Item[] =>
  // The message type can't express it; the code that writes the answer checks for it.
  new PagedList(pages) as unknown as Item[];
