/** The number of the job that nobody waits for any more, in memory that both threads see: one at work hears no message. */
export class GivenUpJob {
  readonly memory: SharedArrayBuffer;
  readonly #number: Int32Array;

  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#number = new Int32Array(memory);
  }

  set(number: number): void {
    Atomics.store(this.#number, 0, number | 0);
  }

  is(number: number): boolean {
    return Atomics.load(this.#number, 0) === (number | 0);
  }
}
