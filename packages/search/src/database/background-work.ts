import { PassageIndexError } from "@quarry/index";

/** Work that is repeated periodically. */
export interface RepeatedWork {
  readonly everyMs: number;
  readonly work: () => Promise<void>;
}

/** Runs work in the background of the writes. Failures are logged; the next periodic run retries the work. */
export class BackgroundWork {
  readonly #warn: (message: string, error: unknown) => void;
  readonly #running = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #isRepeating = false;
  isClosed = false;

  /** Starts the repeated work immediately. */
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

  /** Waits for running work and starts no more. Work that is still due is left to other processes. */
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
    // The collection was dropped meanwhile.
    if (error instanceof PassageIndexError && error.reason === "not_found") return;
    this.#warn("background work of the passage index failed and is tried again later", error);
  }
}
