/** Number of consecutive failed searches after which the next one is likely to fail too. */
const MAX_FAILURES = 16;
/** One in this many queries searches the graph anyway, as the queries can have changed. */
const RETRY_EVERY = 8;

/**
 * Records whether graph searches pay off for the queries of a collection. If queries are far from all rows, as with
 * some embedders, nearly every search gives up, and takes half as long as the scan that must follow.
 */
export class SearchDepthRecord {
  /** Consecutive failures. */
  #failed = 0;
  #skipped = 0;

  /** Whether to search the graph. Called once for each query. */
  shouldSearch(): boolean {
    if (this.#failed < MAX_FAILURES) return true;
    this.#skipped = (this.#skipped + 1) % RETRY_EVERY;
    return this.#skipped === 0;
  }

  record(found: boolean): void {
    this.#failed = found ? 0 : this.#failed + 1;
  }
}
