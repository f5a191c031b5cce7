import type { ProgressEvent } from "@quarry/events";

/** Maximum number of buffered steps for a slow watcher; few, because only the newest ones matter. */
const CAPACITY = 16;

/** Buffer of steps to be sent to one watcher. A slow watcher misses intermediate steps, never the last one. */
export class StepMailbox {
  readonly #steps: ProgressEvent[] = [];
  #isClosed = false;
  #wake: (() => void) | undefined;

  put(step: ProgressEvent): void {
    if (this.#steps.length === CAPACITY) this.#steps.shift();
    this.#steps.push(step);
    this.#wake?.();
  }

  /** Ends the wait for the next step. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** Waits for the next step; returns undefined once the mailbox is closed. Supports one caller at a time. */
  async take(): Promise<ProgressEvent | undefined> {
    while (this.#steps.length === 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#isClosed ? undefined : this.#steps.shift();
  }
}
