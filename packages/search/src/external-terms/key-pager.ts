/** Rows read per round: some milliseconds of database time, however many collections there are. */
const ROWS_PER_TURN = 500;

/** Cursor for the repeated scan of a list, one page in key order at a time. The first page follows the last. */
export class KeyPager {
  #from = 0;

  /**
   * Reads the next page. `read` returns at most `limit` rows from a key on. The last row's key begins the next page,
   * because it may have more rows.
   */
  async next<Row extends { readonly collection: number }>(
    read: (from: number, limit: number) => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> {
    const page = await read(this.#from, ROWS_PER_TURN);
    this.#from = page.length < ROWS_PER_TURN ? 0 : page.at(-1)!.collection;
    return page;
  }
}
