import { lowerBound } from "../lower-bound.ts";

/** Number of rows up to which moving them one by one is faster than `copyWithin`. */
const NEAR_SLOTS = 24;

/**
 * The best rows met by a graph search, best first, up to the beam's width, each with a flag for whether it has been
 * expanded. A sorted array: moving adjacent numbers costs less than the comparisons of a heap.
 */
export class Beam {
  readonly rows: Int32Array;
  readonly similarities: Float64Array;
  readonly #expanded: Uint8Array;
  #width = 0;
  #size = 0;
  /** All rows before this position have been expanded. */
  #next = 0;
  #bestRejected = Number.NEGATIVE_INFINITY;

  constructor(largestWidth: number) {
    this.rows = new Int32Array(largestWidth);
    this.similarities = new Float64Array(largestWidth);
    this.#expanded = new Uint8Array(largestWidth);
  }

  get size(): number {
    return this.#size;
  }

  /** Highest similarity among the rows that did not fit. */
  get bestRejected(): number {
    return this.#bestRejected;
  }

  clear(width: number): void {
    this.#width = width;
    this.#size = 0;
    this.#next = 0;
    this.#bestRejected = Number.NEGATIVE_INFINITY;
  }

  offer(row: number, similarity: number): void {
    const { rows, similarities } = this;
    const expanded = this.#expanded;
    if (this.#size < this.#width) this.#size += 1;
    else {
      const worst = similarities[this.#size - 1]!;
      this.#bestRejected = Math.max(this.#bestRejected, Math.min(similarity, worst));
      if (similarity <= worst) return;
    }
    let slot = this.#size - 1;
    const near = Math.max(0, slot - NEAR_SLOTS);
    for (; slot > near && similarities[slot - 1]! < similarity; slot -= 1) {
      rows[slot] = rows[slot - 1]!;
      similarities[slot] = similarities[slot - 1]!;
      expanded[slot] = expanded[slot - 1]!;
    }
    if (slot === near) slot = this.#evict(similarity, slot);
    rows[slot] = row;
    similarities[slot] = similarity;
    expanded[slot] = 0;
    if (slot < this.#next) this.#next = slot;
  }

  /**
   * Moves the less similar rows before an empty slot one slot back, all at once. Returns the slot that is empty then.
   */
  #evict(similarity: number, empty: number): number {
    const low = lowerBound(0, empty, (slot) => this.similarities[slot]! < similarity);
    if (low === empty) return empty;
    this.rows.copyWithin(low + 1, low, empty);
    this.similarities.copyWithin(low + 1, low, empty);
    this.#expanded.copyWithin(low + 1, low, empty);
    return low;
  }

  /**
   * Returns the best row that is not expanded yet, and marks it as expanded. Returns undefined if there is none with at
   * least this similarity.
   */
  expandNext(minSimilarity: number): number | undefined {
    while (this.#next < this.#size && this.#expanded[this.#next] === 1) this.#next += 1;
    if (this.#next === this.#size || this.similarities[this.#next]! < minSimilarity) return undefined;
    this.#expanded[this.#next] = 1;
    return this.rows[this.#next];
  }
}
