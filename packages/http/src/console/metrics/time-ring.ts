/** Data that a ring buffer stores per time slice. */
export interface Slot {
  clear(): void;
}

/**
 * Ring buffer of the latest time slices. It reuses its slots, so memory is bounded and nothing is allocated as time
 * passes.
 */
export class TimeRing<Item extends Slot> {
  /** Length of a slice, in milliseconds. */
  readonly stepMs: number;
  readonly #slots: readonly Item[];
  /** Slice (time divided by `stepMs`) that each slot represents. */
  readonly #slices: Float64Array;

  constructor(stepMs: number, length: number, make: () => Item) {
    this.stepMs = stepMs;
    this.#slots = Array.from({ length }, make);
    this.#slices = new Float64Array(length).fill(-1);
  }

  get length(): number {
    return this.#slots.length;
  }

  /** Returns the slot of the current slice, to record events in. */
  at(now: number): Item {
    return this.#slotOf(Math.floor(now / this.stepMs));
  }

  /** Returns all slots in chronological order; the last one is that of `now` and is incomplete. */
  all(now: number): readonly Item[] {
    const last = Math.floor(now / this.stepMs);
    return this.#slots.map((_slot, index) => this.#slotOf(last - this.length + 1 + index));
  }

  /** Returns the start of the first slot of `all(now)`, in epoch milliseconds. */
  startOf(now: number): number {
    return (Math.floor(now / this.stepMs) - this.length + 1) * this.stepMs;
  }

  #slotOf(slice: number): Item {
    const index = ((slice % this.length) + this.length) % this.length;
    const slot = this.#slots[index]!;
    // The slot contains an older slice from a previous round, or a future one from before the clock was set back.
    if (this.#slices[index] !== slice) {
      slot.clear();
      this.#slices[index] = slice;
    }
    return slot;
  }
}
