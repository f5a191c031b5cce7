/**
 * A time limit that can be paused. A worker that waits because its chunks are not consumed (a slow embedding provider)
 * is not at fault, and its document must not fail for it.
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

  /** Adds back time spent on something with a limit of its own. */
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

  /**
   * Ends the limit permanently: a worker that is being terminated can still report that it has begun, and a leftover
   * timer would keep this process alive.
   */
  end(): void {
    this.#isOver = true;
    this.pause();
  }
}
