/** A passage of a query's scores: its segment's index, its ordinal there, its score. */
export interface RankedRow {
  readonly segment: number;
  readonly ordinal: number;
  readonly score: number;
}

/** Negative when `a` ranks before `b`. */
export type Ranking = (a: RankedRow, b: RankedRow) => number;

/** The best rows seen so far, at most `limit`: a heap with the worst of them on top. */
export class TopRows {
  readonly #heap: RankedRow[] = [];
  readonly #limit: number;
  readonly #ranking: Ranking;
  /** What a score must reach to have a chance. */
  threshold = 0;

  constructor(limit: number, ranking: Ranking) {
    this.#limit = limit;
    this.#ranking = ranking;
  }

  /** Whether the row would be among the best. */
  accepts(row: RankedRow): boolean {
    return this.#heap.length < this.#limit || this.#ranking(row, this.#heap[0]!) < 0;
  }

  /** Adds a row that is accepted. */
  add(row: RankedRow): void {
    if (this.#heap.length < this.#limit) {
      this.#heap.push(row);
      this.#siftUp(this.#heap.length - 1);
    } else {
      this.#heap[0] = row;
      this.#siftDown();
    }
    if (this.#heap.length === this.#limit) this.threshold = this.#heap[0]!.score;
  }

  /** The rows, best first. */
  ranked(): readonly RankedRow[] {
    return [...this.#heap].sort(this.#ranking);
  }

  #siftUp(start: number): void {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >>> 1;
      if (this.#ranking(this.#heap[index]!, this.#heap[parent]!) <= 0) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  #siftDown(): void {
    let index = 0;
    for (;;) {
      let worst = index;
      for (const child of [2 * index + 1, 2 * index + 2]) {
        if (child < this.#heap.length && this.#ranking(this.#heap[child]!, this.#heap[worst]!) > 0) worst = child;
      }
      if (worst === index) return;
      this.#swap(index, worst);
      index = worst;
    }
  }

  #swap(a: number, b: number): void {
    const row = this.#heap[a]!;
    this.#heap[a] = this.#heap[b]!;
    this.#heap[b] = row;
  }
}
