/** Maximum number of lines that one plugin may write per second. More are of no use to a reader. */
export const LINES_PER_SECOND = 50;

const SECOND_MS = 1_000;

/** Rate limiter for the lines of one source. Reports the number of dropped lines at the end of each second. */
export class LineAllowance {
  readonly #report: (leftOut: number) => void;
  #taken = 0;
  #leftOut = 0;

  constructor(tell: (leftOut: number) => void) {
    this.#report = tell;
  }

  /** Returns whether another line may be written. */
  take(): boolean {
    if (this.#taken === LINES_PER_SECOND) {
      this.#leftOut += 1;
      return false;
    }
    if (this.#taken === 0) setTimeout(() => this.#begin(), SECOND_MS).unref();
    this.#taken += 1;
    return true;
  }

  #begin(): void {
    const leftOut = this.#leftOut;
    this.#taken = 0;
    this.#leftOut = 0;
    if (leftOut > 0) this.#report(leftOut);
  }
}
