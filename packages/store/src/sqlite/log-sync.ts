import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { StoreError } from "../store-error.ts";

/**
 * Forces what was committed to the disk, as `synchronous = full` does at each commit, but off this thread and once for all
 * commits that came meanwhile: a connection that leaves it to this has `synchronous = normal`. SQLite itself forces the
 * log only before it moves pages from it into the file.
 */
export class LogSync {
  readonly #path: string;
  #log: Promise<FileHandle> | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #failure: StoreError | undefined;

  /** `path` is that of the database. */
  constructor(path: string) {
    this.#path = `${path}-wal`;
  }

  /** Resolves when all that is committed now is durable; a pass under way may have begun before that. */
  readonly sync = (): Promise<void> => (this.#next ??= this.#after(this.#running));

  async close(): Promise<void> {
    await (await this.#log?.catch(() => undefined))?.close();
  }

  async #after(running: Promise<void>): Promise<void> {
    await running.catch(() => undefined);
    this.#running = this.#next!;
    this.#next = undefined;
    if (this.#failure !== undefined) throw this.#failure;
    const log = await this.#open();
    try {
      await log.datasync();
    } catch (cause) {
      // The system forgets pages that it could not write: a later pass that succeeds would say nothing of these.
      this.#failure = failureOf(
        "force the log of the database to the disk, and take no writes until the next start",
        cause,
      );
      throw this.#failure;
    }
  }

  /** Closing it will release no lock of SQLite's: those are on the file and on its `-shm`. */
  async #open(): Promise<FileHandle> {
    try {
      return await (this.#log ??= open(this.#path, constants.O_RDWR));
    } catch (cause) {
      this.#log = undefined;
      throw failureOf("open the log of the database", cause);
    }
  }
}

const failureOf = (what: string, cause: unknown): StoreError =>
  new StoreError({ reason: "unavailable", message: `can't ${what}: ${String(cause)}`, cause });
