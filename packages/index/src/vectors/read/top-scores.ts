/** Keeps the highest of many scores: a binary heap whose root is the lowest of them. */
export class TopScores {
  readonly #scores: Float64Array;
  #size = 0;

  constructor(capacity: number) {
    this.#scores = new Float64Array(capacity);
  }

  /** The lowest score that is kept, once as many were offered as are kept; until then there is no lower bound. */
  get threshold(): number {
    return this.#size < this.#scores.length ? Number.NEGATIVE_INFINITY : this.#scores[0]!;
  }

  offer(score: number): void {
    if (this.#size < this.#scores.length) {
      this.#up(this.#size, score);
      this.#size += 1;
    } else if (score > this.#scores[0]!) this.#down(score);
  }

  #up(start: number, score: number): void {
    let hole = start;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (this.#scores[parent]! <= score) break;
      this.#scores[hole] = this.#scores[parent]!;
      hole = parent;
    }
    this.#scores[hole] = score;
  }

  /** Puts a score in the place of the lowest. */
  #down(score: number): void {
    const scores = this.#scores;
    let hole = 0;
    for (let child = 1; child < this.#size; child = 2 * hole + 1) {
      if (child + 1 < this.#size && scores[child + 1]! < scores[child]!) child += 1;
      if (score <= scores[child]!) break;
      scores[hole] = scores[child]!;
      hole = child;
    }
    scores[hole] = score;
  }
}
