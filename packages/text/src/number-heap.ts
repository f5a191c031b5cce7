/** Binary min-heap of numbers with a fixed capacity, in one typed array: byte-pair merging pushes millions of them. */
export class NumberHeap {
  readonly #values: Float64Array;
  #size = 0;

  constructor(capacity: number) {
    this.#values = new Float64Array(capacity);
  }

  push(value: number): void {
    const values = this.#values;
    let hole = this.#size++;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (values[parent]! <= value) break;
      values[hole] = values[parent]!;
      hole = parent;
    }
    values[hole] = value;
  }

  /** Removes and returns the smallest number; -1 if the heap is empty, so the numbers must not be negative. */
  pop(): number {
    const values = this.#values;
    if (this.#size === 0) return -1;
    const smallest = values[0]!;
    const last = values[--this.#size]!;
    let hole = 0;
    for (let child = 1; child < this.#size; child = 2 * hole + 1) {
      if (child + 1 < this.#size && values[child + 1]! < values[child]!) child++;
      if (last <= values[child]!) break;
      values[hole] = values[child]!;
      hole = child;
    }
    values[hole] = last;
    return smallest;
  }
}
