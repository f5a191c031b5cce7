/**
 * A time limit that counts only while it runs: a worker that waits because nobody takes its chunks (a slow embedding
 * provider) is not at fault, and its document must not fail for it.
 */
export class ActiveTimeLimit {
  readonly #onElapsed: () => void;
  #leftMs: number;
  #runningSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(limitMs: number, onElapsed: () => void) {
    this.#leftMs = limitMs;
    this.#onElapsed = onElapsed;
  }

  run(): void {
    if (this.#isOver || this.#runningSince !== undefined) return;
    this.#runningSince = performance.now();
    this.#timer = setTimeout(this.#onElapsed, Math.max(0, this.#leftMs));
  }

  /** Gives back time that was spent on something with a limit of its own. */
  extend(milliseconds: number): void {
    const wasRunning = this.#runningSince !== undefined;
    this.pause();
    this.#leftMs += milliseconds;
    if (wasRunning) this.run();
  }

  pause(): void {
    if (this.#runningSince === undefined) return;
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#runningSince;
    this.#runningSince = undefined;
  }

  /** For good: a worker that is being ended may still say that it has begun, and a timer left behind would keep this process. */
  end(): void {
    this.#isOver = true;
    this.pause();
  }
}
