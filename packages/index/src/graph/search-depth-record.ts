/** After so many walks of late that came to nothing, the next is likely to as well. */
const HOPELESS_FROM = 16;
/** One query in so many searches the graph all the same: the queries may have changed. */
const TRIED_ONCE_IN = 8;

/**
 * Records whether graph searches pay off for the queries of a collection. Where queries lie far from all rows, as those
 * of some embedders do, nearly every search gives up, and takes half as long as the scan that has to follow.
 */
export class SearchDepthRecord {
  /** In a row. */
  #failed = 0;
  #passedOver = 0;

  /** Asked once a query. */
  isWorthIt(): boolean {
    if (this.#failed < HOPELESS_FROM) return true;
    this.#passedOver = (this.#passedOver + 1) % TRIED_ONCE_IN;
    return this.#passedOver === 0;
  }

  record(found: boolean): void {
    this.#failed = found ? 0 : this.#failed + 1;
  }
}
