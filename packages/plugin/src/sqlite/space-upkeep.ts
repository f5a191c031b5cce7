import type { SqliteSpace } from "./sqlite-space.ts";

/** Interval for checking files that will have work later. */
const LATER_MS = 1_000;

/** Reclaims space in the files of a thread, one step at a time, between the thread's other work. */
export class SpaceUpkeep {
  readonly #files: () => Iterable<SqliteSpace>;
  #isNext = false;
  #isLater = false;

  /** Creates the upkeep; `files` returns the files that are currently open. */
  constructor(files: () => Iterable<SqliteSpace>) {
    this.#files = files;
  }

  /** Schedules a step; call it after writes. */
  wake(): void {
    if (this.#isNext) return;
    this.#isNext = true;
    setImmediate(() => {
      this.#isNext = false;
      this.#runSlice();
    });
  }

  #runSlice(): void {
    let isWanted = false;
    for (const space of this.#files()) {
      if (space.isDue) {
        space.step();
        this.wake();
        return;
      }
      isWanted ||= space.isWanted;
    }
    if (isWanted) this.#wakeLater();
  }

  #wakeLater(): void {
    if (this.#isLater) return;
    this.#isLater = true;
    setTimeout(() => {
      this.#isLater = false;
      this.wake();
    }, LATER_MS).unref();
  }
}
