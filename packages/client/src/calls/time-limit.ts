import { CancelledError, type QuarryError, TimeoutError } from "../errors/quarry-error.ts";

/** Maximum delay of a timer. A longer one fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Ends a call when the caller's signal is aborted or its time is up, and records which of the two it was: the error
 * that a transport throws does not show it.
 */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number | undefined;
  readonly #caller: AbortSignal | undefined;
  readonly #leave: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #endedBy: "caller" | "time" | undefined;

  constructor(timeoutMs: number | undefined, caller: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs !== undefined && timeoutMs > 0 && timeoutMs <= LONGEST_TIMER_MS ? timeoutMs : undefined;
    this.#caller = caller;
    this.#leave = () => this.#end("caller");
    if (caller?.aborted === true) this.#leave();
    else caller?.addEventListener("abort", this.#leave, { once: true });
    if (this.#timeoutMs !== undefined) this.#timer = setTimeout(() => this.#end("time"), this.#timeoutMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Returns the reason why the call ended, or undefined if neither the caller nor the limit ended it. */
  failure(cause?: unknown): QuarryError | undefined {
    switch (this.#endedBy) {
      case "caller":
        return new CancelledError("the call was cancelled", { cause: this.#caller?.reason ?? cause });
      case "time":
        return new TimeoutError(`no answer within ${this.#timeoutMs} ms`, { cause });
      case undefined:
        return undefined;
    }
  }

  /** Waits, unless the call ends first. */
  async pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.signal.addEventListener("abort", done, { once: true });
      if (this.signal.aborted) done();
    });
    const failure = this.failure();
    if (failure !== undefined) throw failure;
  }

  /** Removes the timer and the listener once the call is over. */
  release(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#leave);
  }

  /** Ends the call, and aborts whatever is still running. */
  end(): void {
    this.release();
    this.#controller.abort();
  }

  #end(by: "caller" | "time"): void {
    this.#endedBy ??= by;
    this.release();
    this.#controller.abort();
  }
}
