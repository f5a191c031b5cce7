import { isConflict } from "./mysql-errors.ts";

/** A deadlock hits one of two transactions, so one try more is nearly always enough; the rest is for crowds. */
const MOST_TRIES = 10;
/** No try begins later than this after the first: the caller has an answer to give. */
const RETRY_FOR_MS = 15_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/** Says whether work that ended in a conflict with other transactions is tried once more, and makes the pause before it. */
export class ConflictRetries {
  readonly #begun = performance.now();
  #tries = 1;

  mayRepeat(error: unknown): boolean {
    return isConflict(error) && this.#tries < MOST_TRIES && performance.now() - this.#begun < RETRY_FOR_MS;
  }

  /** Random, so that those who collided don't meet again. Real time, whatever clock a test has set. */
  pause(): Promise<void> {
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#tries);
    this.#tries += 1;
    return new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
  }
}
