import { lowerBound } from "../lower-bound.ts";

/** Moving so many rows one by one is quicker than all at once. */
const NEAR_SLOTS = 24;

/**
 * The best rows that a walk has met, best first, at most as many as the beam is wide, each with whether the walk went on
 * from it. A sorted list: moving numbers that lie side by side costs less than a heap's comparisons.
 */
export class Beam {
  readonly rows: Int32Array;
  readonly similarities: Float64Array;
  readonly #left: Uint8Array;
  #width = 0;
  #size = 0;
  /** All rows before this place were left already. */
  #next = 0;
  #lost = Number.NEGATIVE_INFINITY;

  constructor(largestWidth: number) {
    this.rows = new Int32Array(largestWidth);
    this.similarities = new Float64Array(largestWidth);
    this.#left = new Uint8Array(largestWidth);
  }

  get size(): number {
    return this.#size;
  }

  /** Of the rows that there was no room for, the similarity of the best. */
  get lost(): number {
    return this.#lost;
  }

  clear(width: number): void {
    this.#width = width;
    this.#size = 0;
    this.#next = 0;
    this.#lost = Number.NEGATIVE_INFINITY;
  }

  offer(row: number, similarity: number): void {
    const { rows, similarities } = this;
    const left = this.#left;
    if (this.#size < this.#width) this.#size += 1;
    else {
      const worst = similarities[this.#size - 1]!;
      this.#lost = Math.max(this.#lost, Math.min(similarity, worst));
      if (similarity <= worst) return;
    }
    let slot = this.#size - 1;
    const near = Math.max(0, slot - NEAR_SLOTS);
    for (; slot > near && similarities[slot - 1]! < similarity; slot -= 1) {
      rows[slot] = rows[slot - 1]!;
      similarities[slot] = similarities[slot - 1]!;
      left[slot] = left[slot - 1]!;
    }
    if (slot === near) slot = this.#evict(similarity, slot);
    rows[slot] = row;
    similarities[slot] = similarity;
    left[slot] = 0;
    if (slot < this.#next) this.#next = slot;
  }

  /** Moves those before an empty place that are less similar by one, all at once; gives the place that is empty then. */
  #evict(similarity: number, empty: number): number {
    const low = lowerBound(0, empty, (slot) => this.similarities[slot]! < similarity);
    if (low === empty) return empty;
    this.rows.copyWithin(low + 1, low, empty);
    this.similarities.copyWithin(low + 1, low, empty);
    this.#left.copyWithin(low + 1, low, empty);
    return low;
  }

  /**
   * The best row that the walk has not gone on from yet; it counts as left from now on. Undefined when there is none, or
   * none as similar as that.
   */
  leave(atLeast: number): number | undefined {
    while (this.#next < this.#size && this.#left[this.#next] === 1) this.#next += 1;
    if (this.#next === this.#size || this.similarities[this.#next]! < atLeast) return undefined;
    this.#left[this.#next] = 1;
    return this.rows[this.#next];
  }
}
