/** Calls into a thread that can be given up at the same time. */
const SLOTS = 4_096;

/**
 * The numbers of calls that nobody waits for any more, in memory that both threads see: one that is at work hears no
 * message. A number that another one takes the place of is answered for nothing.
 */
export class AbandonedCalls {
  readonly memory: SharedArrayBuffer;
  readonly #slots: Int32Array;

  constructor(memory = new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#slots = new Int32Array(memory);
  }

  add(call: number): void {
    Atomics.store(this.#slots, call % SLOTS, call | 0);
  }

  has(call: number): boolean {
    return Atomics.load(this.#slots, call % SLOTS) === (call | 0);
  }
}

/** Why a thread stops in the middle of what it was asked. */
export class GivenUp extends Error {
  override readonly name = "GivenUp";
}

/** Looked at between pieces of work: throws `GivenUp` when nobody waits for it any more. */
export type Checkpoint = () => void;
