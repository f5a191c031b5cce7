/** The best of some scores, at most `limit` of them: a heap of numbers with the lowest of them on top. */
export class BestScores {
  /** What a score must exceed to be among the best: the last of them, 0 as long as there are fewer than `limit`. */
  last = 0;
  readonly #scores: Float64Array;
  readonly #places: Uint32Array;
  #count = 0;

  constructor(limit: number) {
    this.#scores = new Float64Array(limit);
    this.#places = new Uint32Array(limit);
  }

  get isFull(): boolean {
    return this.#count === this.#scores.length;
  }

  /** Where the best were found, in no certain order. */
  get places(): Uint32Array {
    return this.#places.subarray(0, this.#count);
  }

  /** Adds a score above `last`; `place` says where it was found. */
  add(score: number, place: number): void {
    if (this.isFull) this.#siftDown(score, place);
    else this.#siftUp(this.#count++, score, place);
    if (this.isFull) this.last = this.#scores[0]!;
  }

  #siftUp(start: number, score: number, place: number): void {
    const scores = this.#scores;
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >>> 1;
      if (scores[parent]! <= score) break;
      this.#move(parent, index);
      index = parent;
    }
    this.#put(index, score, place);
  }

  #siftDown(score: number, place: number): void {
    const scores = this.#scores;
    let index = 0;
    for (let child = 1; child < scores.length; child = 2 * index + 1) {
      if (child + 1 < scores.length && scores[child + 1]! < scores[child]!) child++;
      if (scores[child]! >= score) break;
      this.#move(child, index);
      index = child;
    }
    this.#put(index, score, place);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#scores[from]!, this.#places[from]!);
  }

  #put(index: number, score: number, place: number): void {
    this.#scores[index] = score;
    this.#places[index] = place;
  }
}
