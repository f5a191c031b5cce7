import { PassageIndexError } from "@quarry/index";

/** Work that is repeated periodically. */
export interface RepeatedWork {
  readonly everyMs: number;
  readonly work: () => Promise<void>;
}

/** Work behind the writes. What fails is told to the log, and done by the next who comes by. */
export class BackgroundWork {
  readonly #warn: (message: string, error: unknown) => void;
  readonly #running = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #isRepeating = false;
  isClosed = false;

  /** Begins with the repeated work at once. */
  constructor(warn: (message: string, error: unknown) => void, { everyMs, work }: RepeatedWork) {
    this.#warn = warn;
    this.#timer = setInterval(() => this.#repeat(work), everyMs);
    this.#timer.unref();
    this.#repeat(work);
  }

  start(work: Promise<void>): void {
    const watched = work.catch((error: unknown) => this.#report(error)).finally(() => this.#running.delete(watched));
    this.#running.add(watched);
  }

  /** Ends after what was begun; what is still due is left to others. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.#timer);
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #repeat(work: () => Promise<void>): void {
    if (this.#isRepeating) return;
    this.#isRepeating = true;
    this.start(work().finally(() => (this.#isRepeating = false)));
  }

  #report(error: unknown): void {
    // It was dropped meanwhile.
    if (error instanceof PassageIndexError && error.reason === "not_found") return;
    this.#warn("work behind the passage index failed, and is tried again later", error);
  }
}
