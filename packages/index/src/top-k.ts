/** Negative if an item ranks before another one with the same score. */
export type TieOrder = (item: number, other: number) => number;

/**
 * The items with the highest scores: a binary heap with the lowest-ranked item on top. Without an order, the earlier
 * item wins a tie.
 */
export class TopK {
  /** Lowest score in the heap once it is full, and the initial threshold before that. Items below it are rejected. */
  threshold: number;
  /** Items in heap order, parallel to `scores`. */
  readonly items: number[] = [];
  readonly scores: number[] = [];
  readonly #limit: number;
  readonly #order: TieOrder | undefined;

  constructor(limit: number, order?: TieOrder, threshold = Number.NEGATIVE_INFINITY) {
    this.#limit = limit;
    this.#order = order;
    this.threshold = threshold;
  }

  get isFull(): boolean {
    return this.items.length === this.#limit;
  }

  offer(score: number, item = 0): void {
    if (!this.isFull) this.#up(score, item);
    else if (this.#isBehind(this.scores[0]!, this.items[0]!, score, item)) this.#down(score, item);
    else return;
    if (this.isFull) this.threshold = this.scores[0]!;
  }

  #isBehind(score: number, item: number, otherScore: number, otherItem: number): boolean {
    if (score !== otherScore) return score < otherScore;
    return this.#order !== undefined && this.#order(item, otherItem) > 0;
  }

  #up(score: number, item: number): void {
    const { scores, items } = this;
    let hole = items.length;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (!this.#isBehind(score, item, scores[parent]!, items[parent]!)) break;
      [scores[hole], items[hole]] = [scores[parent]!, items[parent]!];
      hole = parent;
    }
    [scores[hole], items[hole]] = [score, item];
  }

  /** Replaces the top of the heap. */
  #down(score: number, item: number): void {
    const { scores, items } = this;
    let hole = 0;
    for (let child = 1; child < items.length; child = 2 * hole + 1) {
      const next = child + 1;
      if (next < items.length && this.#isBehind(scores[next]!, items[next]!, scores[child]!, items[child]!))
        child = next;
      if (!this.#isBehind(scores[child]!, items[child]!, score, item)) break;
      [scores[hole], items[hole]] = [scores[child]!, items[child]!];
      hole = child;
    }
    [scores[hole], items[hole]] = [score, item];
  }
}
