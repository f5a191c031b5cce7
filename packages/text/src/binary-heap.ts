/**
 * Min-heap of (rank, start, end) triples, ordered by rank and then start, kept in plain number arrays:
 * no object per entry, since byte-pair merging pushes millions of them.
 */
export class BinaryHeap {
  readonly #ranks: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  poppedStart = 0;
  poppedEnd = 0;

  push(rank: number, start: number, end: number): void {
    let hole = this.#ranks.length;
    this.#ranks.push(rank);
    this.#starts.push(start);
    this.#ends.push(end);
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (!this.#isBefore(rank, start, parent)) break;
      this.#move(parent, hole);
      hole = parent;
    }
    this.#place(hole, rank, start, end);
  }

  /** Takes the smallest entry into `poppedStart` and `poppedEnd`; false when the heap is empty. */
  pop(): boolean {
    if (this.#ranks.length === 0) return false;
    this.poppedStart = this.#starts[0]!;
    this.poppedEnd = this.#ends[0]!;
    const rank = this.#ranks.pop()!;
    const start = this.#starts.pop()!;
    const end = this.#ends.pop()!;
    if (this.#ranks.length > 0) this.#sink(rank, start, end);
    return true;
  }

  #sink(rank: number, start: number, end: number): void {
    const size = this.#ranks.length;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#isBefore(this.#ranks[child + 1]!, this.#starts[child + 1]!, child)) child++;
      if (this.#isBefore(rank, start, child)) break;
      this.#move(child, hole);
      hole = child;
    }
    this.#place(hole, rank, start, end);
  }

  #isBefore(rank: number, start: number, index: number): boolean {
    const other = this.#ranks[index]!;
    return rank < other || (rank === other && start < this.#starts[index]!);
  }

  #move(from: number, to: number): void {
    this.#place(to, this.#ranks[from]!, this.#starts[from]!, this.#ends[from]!);
  }

  #place(index: number, rank: number, start: number, end: number): void {
    this.#ranks[index] = rank;
    this.#starts[index] = start;
    this.#ends[index] = end;
  }
}
