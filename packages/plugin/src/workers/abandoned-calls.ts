/** Number of calls into a thread that can be abandoned at the same time. */
const SLOTS = 4_096;

/**
 * Set of abandoned calls (no caller waits for them any more), in memory shared by both threads: a busy thread receives
 * no messages. A call whose slot another one overwrites runs to its end, and its result is discarded.
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

/** Error with which a thread stops in the middle of an abandoned call. */
export class GivenUp extends Error {
  override readonly name = "GivenUp";
}

/** Checked between units of work: throws `GivenUp` if no caller waits for the result any more. */
export type Checkpoint = () => void;
