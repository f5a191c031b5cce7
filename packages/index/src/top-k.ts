/** Negative where an item comes before another of the same score. */
export type TieOrder = (item: number, other: number) => number;

/** The items with the highest of many scores: a binary heap with the last of them on top. Without an order, who came first wins a tie. */
export class TopK {
  /** The lowest score that is kept, once as many were offered as are kept, and what was given until then. What scores less can't enter. */
  threshold: number;
  /** In no certain order, but in the same one as their scores. */
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

  /** In the place of the last of them. */
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
