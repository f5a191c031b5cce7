import { compareStrings } from "@quarry/plugin/domain";

/** Keeps the best rows of a scan: a binary heap whose root is the worst of them. Equal scores go by id. */
export class TopRows {
  readonly #capacity: number;
  readonly #idOf: (row: number) => string;
  readonly #scores: number[] = [];
  readonly #rows: number[] = [];
  /** Rows that score below this can't enter; a row that scores just this may. */
  threshold = Number.NEGATIVE_INFINITY;

  constructor(capacity: number, idOf: (row: number) => string) {
    this.#capacity = capacity;
    this.#idOf = idOf;
  }

  offer(score: number, row: number): void {
    if (this.#rows.length < this.#capacity) {
      this.#scores.push(score);
      this.#rows.push(row);
      this.#up(this.#rows.length - 1);
    } else if (this.#isWorse(this.#scores[0]!, this.#rows[0]!, score, row)) {
      this.#scores[0] = score;
      this.#rows[0] = row;
      this.#down();
    } else return;
    if (this.#rows.length === this.#capacity) this.threshold = this.#scores[0]!;
  }

  /** In no certain order. */
  get rows(): readonly number[] {
    return this.#rows;
  }

  #isWorse(score: number, row: number, thanScore: number, thanRow: number): boolean {
    if (score !== thanScore) return score < thanScore;
    return compareStrings(this.#idOf(row), this.#idOf(thanRow)) > 0;
  }

  #worseAt(a: number, b: number): boolean {
    return this.#isWorse(this.#scores[a]!, this.#rows[a]!, this.#scores[b]!, this.#rows[b]!);
  }

  #up(start: number): void {
    let child = start;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!this.#worseAt(child, parent)) return;
      this.#swap(child, parent);
      child = parent;
    }
  }

  #down(): void {
    let parent = 0;
    for (;;) {
      let worst = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < this.#rows.length && this.#worseAt(child, worst)) worst = child;
      }
      if (worst === parent) return;
      this.#swap(parent, worst);
      parent = worst;
    }
  }

  #swap(a: number, b: number): void {
    [this.#scores[a], this.#scores[b]] = [this.#scores[b]!, this.#scores[a]!];
    [this.#rows[a], this.#rows[b]] = [this.#rows[b]!, this.#rows[a]!];
  }
}
