import type { SqliteSpace } from "./sqlite-space.ts";

/** How often files are looked at that have something to do later. */
const LATER_MS = 1_000;

/** Keeps the files of a thread small in between what else the thread does, a step at a time. */
export class SpaceUpkeep {
  readonly #files: () => Iterable<SqliteSpace>;
  #isNext = false;
  #isLater = false;

  /** `files` gives those that are open at the moment. */
  constructor(files: () => Iterable<SqliteSpace>) {
    this.#files = files;
  }

  /** To be called after writes. */
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
