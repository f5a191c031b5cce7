/** A number of places to work at, given in the order in which they are asked for. */
export class Slots {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a place; gives the function that leaves it. Throws the signal's reason when that comes first. */
  async take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    return () => this.#leave();
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(begin);
        reject(signal!.reason as Error);
      };
      this.#waiting.add(begin);
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  /** The place goes to who has waited longest. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
