import type { ProgressEvent } from "@quarry/events";

/** Steps a slow watcher may lag behind: a few, since only the newest ones say anything. */
const CAPACITY = 16;

/** Steps that wait to be sent to one watcher. One that does not keep up misses steps in between, never the last one. */
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

  /** One caller at a time. Undefined when the box was closed. */
  async take(): Promise<ProgressEvent | undefined> {
    while (this.#steps.length === 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#isClosed ? undefined : this.#steps.shift();
  }
}
