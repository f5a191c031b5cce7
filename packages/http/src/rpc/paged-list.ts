/**
 * A list of an answer that is made while it is sent, because it may be longer than what should be held at once. REST
 * sends it piece by piece; the other protocols put it together.
 */
export class PagedList<Item> {
  /** Read once, from the first to the last; a reader that stops early returns it. */
  readonly pages: AsyncGenerator<readonly Item[]>;

  constructor(pages: AsyncGenerator<readonly Item[]>) {
    this.pages = pages;
  }

  async whole(): Promise<readonly Item[]> {
    const items: Item[] = [];
    for await (const page of this.pages) items.push(...page);
    return items;
  }
}

/** A list made of pages, in the place of the whole list in a handler's answer. */
export const pagedList = <Item>(pages: AsyncGenerator<readonly Item[]>): Item[] =>
  // Who answers the call knows of it; a message's type has no place for it.
  new PagedList(pages) as unknown as Item[];

/** The answer with each of its paged lists put together. */
export const withWholeLists = async <Answer extends object>(answer: Answer): Promise<Answer> => {
  const lists = Object.entries(answer).filter(([, value]) => value instanceof PagedList);
  if (lists.length === 0) return answer;
  const whole = await Promise.all(
    lists.map(async ([name, list]) => [name, await (list as PagedList<unknown>).whole()]),
  );
  return { ...answer, ...(Object.fromEntries(whole) as Partial<Answer>) };
};
