import { isConflict } from "./mysql-errors.ts";

/**
 * Maximum attempts. A deadlock aborts one of two transactions, so one retry is nearly always enough; the rest is for
 * high contention.
 */
const MAX_ATTEMPTS = 10;
/** Time after the first attempt in which a retry can start: the caller has to respond. */
const MAX_RETRY_MS = 15_000;
const INITIAL_DELAY_MS = 5;
const MAX_DELAY_MS = 250;

/** Decides whether work that ended in a conflict with other transactions is retried, and waits before the retry. */
export class ConflictRetries {
  readonly #startedAt = performance.now();
  #attempts = 1;

  canRetry(error: unknown): boolean {
    return isConflict(error) && this.#attempts < MAX_ATTEMPTS && performance.now() - this.#startedAt < MAX_RETRY_MS;
  }

  /**
   * Random delay, so that colliding transactions don't collide again. Uses real time, even if a test sets the clock.
   */
  pause(): Promise<void> {
    const maxDelayMs = Math.min(MAX_DELAY_MS, INITIAL_DELAY_MS * 2 ** this.#attempts);
    this.#attempts += 1;
    return new Promise((resolve) => setTimeout(resolve, Math.random() * maxDelayMs));
  }
}
