/** Data that a ring buffer keeps for each slice of time. */
export interface Slot {
  clear(): void;
}

/** The latest slices of time, in slots that are used again: memory is bounded and nothing is made while time goes by. */
export class TimeRing<Item extends Slot> {
  /** Length of a slice, in milliseconds. */
  readonly stepMs: number;
  readonly #slots: readonly Item[];
  /** Slice (time divided by `stepMs`) that each slot stands for. */
  readonly #slices: Float64Array;

  constructor(stepMs: number, length: number, make: () => Item) {
    this.stepMs = stepMs;
    this.#slots = Array.from({ length }, make);
    this.#slices = new Float64Array(length).fill(-1);
  }

  get length(): number {
    return this.#slots.length;
  }

  /** The slot to write what happens now into. */
  at(now: number): Item {
    return this.#slotOf(Math.floor(now / this.stepMs));
  }

  /** Every slot in order of time; the last one is that of `now`, and still filling. */
  all(now: number): readonly Item[] {
    const last = Math.floor(now / this.stepMs);
    return this.#slots.map((_slot, index) => this.#slotOf(last - this.length + 1 + index));
  }

  /** When the first slot of `all(now)` begins, in epoch milliseconds. */
  startOf(now: number): number {
    return (Math.floor(now / this.stepMs) - this.length + 1) * this.stepMs;
  }

  #slotOf(slice: number): Item {
    const index = ((slice % this.length) + this.length) % this.length;
    const slot = this.#slots[index]!;
    // A slot of another slice is from a round ago, or from a future that a corrected clock took back.
    if (this.#slices[index] !== slice) {
      slot.clear();
      this.#slices[index] = slice;
    }
    return slot;
  }
}
