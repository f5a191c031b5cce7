/** Rows looked at in a turn: some milliseconds of the database, however many collections there are. */
const ROWS_PER_TURN = 500;

/** A list that is looked through again and again, a page in the order of its key at a time. After the last page comes the first. */
export class KeyPager {
  #from = 0;

  /** `read` gives at most `limit` rows from a key on. The last row of a page is the next one's first: its key may have more rows. */
  async next<Row extends { readonly collection: number }>(
    read: (from: number, limit: number) => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> {
    const page = await read(this.#from, ROWS_PER_TURN);
    this.#from = page.length < ROWS_PER_TURN ? 0 : page.at(-1)!.collection;
    return page;
  }
}
