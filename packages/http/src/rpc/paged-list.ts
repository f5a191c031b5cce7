/**
 * A list of an answer that is made while it is sent, because it may be longer than what should be held at once. REST
 * sends it piece by piece; the other protocols put its bytes together.
 */
export class PagedList<Item> {
  /** Read once, from the first to the last; a reader that stops early returns it. */
  readonly pages: AsyncGenerator<readonly Item[]>;

  constructor(pages: AsyncGenerator<readonly Item[]>) {
    this.pages = pages;
  }
}

/** A list made of pages, in the place of the whole list in a handler's answer. */
export const pagedList = <Item>(pages: AsyncGenerator<readonly Item[]>): Item[] =>
  // The type of a message has no place for it; the code that writes the answer checks for it.
  new PagedList(pages) as unknown as Item[];
