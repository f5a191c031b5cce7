/**
 * The best rows that a walk has met, best first, at most as many as the beam is wide, each with whether the walk went on
 * from it. A sorted list: with a few hundred rows, moving numbers costs less than a heap's comparisons.
 */
export class Beam {
  readonly rows: Int32Array;
  readonly similarities: Float64Array;
  readonly #left: Uint8Array;
  #width = 0;
  #size = 0;
  /** All rows before this place were left already. */
  #next = 0;

  constructor(largestWidth: number) {
    this.rows = new Int32Array(largestWidth);
    this.similarities = new Float64Array(largestWidth);
    this.#left = new Uint8Array(largestWidth);
  }

  get size(): number {
    return this.#size;
  }

  clear(width: number): void {
    this.#width = width;
    this.#size = 0;
    this.#next = 0;
  }

  offer(row: number, similarity: number): void {
    const { rows, similarities } = this;
    const left = this.#left;
    if (this.#size < this.#width) this.#size += 1;
    else if (similarity <= similarities[this.#size - 1]!) return;
    let place = this.#size - 1;
    for (; place > 0 && similarities[place - 1]! < similarity; place -= 1) {
      rows[place] = rows[place - 1]!;
      similarities[place] = similarities[place - 1]!;
      left[place] = left[place - 1]!;
    }
    rows[place] = row;
    similarities[place] = similarity;
    left[place] = 0;
    if (place < this.#next) this.#next = place;
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
