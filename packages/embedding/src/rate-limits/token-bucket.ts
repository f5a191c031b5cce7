/** Share of a minute's allowance that may be used at once. */
const BURST = 1 / 6;

/**
 * An allowance per minute that comes back steadily. What may be used at once and what comes back within a minute add up
 * to the allowance, so that no minute sees more, wherever it begins. What is larger than the burst waits until the
 * allowance is full and leaves a debt.
 */
export class TokenBucket {
  readonly #burst: number;
  readonly #perMs: number;
  #left: number;
  #at: number;

  constructor(perMinute: number, now: number) {
    this.#burst = Math.max(perMinute * BURST, 1);
    this.#perMs = Math.max(perMinute - this.#burst, perMinute * BURST) / 60_000;
    this.#left = this.#burst;
    this.#at = now;
  }

  /** The most that can be used without a debt. */
  get burst(): number {
    return this.#burst;
  }

  /** Milliseconds until this much may be used; 0 for at once. */
  waitFor(amount: number, now: number): number {
    this.#refill(now);
    const missing = Math.min(amount, this.#burst) - this.#left;
    return missing <= 0 ? 0 : Math.max(1, Math.ceil(missing / this.#perMs));
  }

  use(amount: number, now: number): void {
    this.#refill(now);
    this.#left -= amount;
  }

  #refill(now: number): void {
    this.#left = Math.min(this.#burst, this.#left + (now - this.#at) * this.#perMs);
    this.#at = now;
  }
}
