/** Requests of a worker that can be given up at the same time. */
const SLOTS = 4_096;

/**
 * The numbers of requests that nobody waits for any more, in memory that both threads see: one that is at work hears no
 * message. A number that another one takes the place of is answered for nothing.
 */
export class GivenUpRequests {
  readonly memory: SharedArrayBuffer;
  readonly #slots: Int32Array;

  constructor(memory = new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#slots = new Int32Array(memory);
  }

  /** In a worker: those of who started it. */
  static ofWorker(workerData: unknown): GivenUpRequests {
    return new GivenUpRequests((workerData as { readonly givenUp: SharedArrayBuffer }).givenUp);
  }

  add(id: number): void {
    Atomics.store(this.#slots, id % SLOTS, id | 0);
  }

  has(id: number): boolean {
    return Atomics.load(this.#slots, id % SLOTS) === (id | 0);
  }
}

/** Why a worker stops in the middle of what it was asked. */
export class GivenUp extends Error {}

/** Looked at between pieces of work: throws `GivenUp` when nobody waits for it any more. */
export type Checkpoint = () => void;

export const checkpointOf =
  (requests: GivenUpRequests, id: number): Checkpoint =>
  () => {
    if (requests.has(id)) throw new GivenUp();
  };
