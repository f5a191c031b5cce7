import { randomBytes } from "node:crypto";
import { appendFileSync, statfsSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";

/** Name of the file below the data folder. */
const RESERVE_FILE = "start-reserve";

/** One delete on a full disk needs some 300 KB: logs of three databases, and the index files that SQLite makes beside them. */
const RESERVE_BYTES = 8 * 1_048_576;

/** Released at a time: a program that fills the disk gets no more of the reserve than this with each delete. */
const STEP_BYTES = 262_144;

/** Bytes that a start needs on a full disk: SQLite can't open its files without making small ones beside them. */
const START_BYTES = 4 * 1_048_576;

/** Never released to a running service: a restart then has room for the deletes that were too large for the rest. */
const KEPT_FOR_START_BYTES = 2 * 1_048_576;

/** Released to nothing but deletes: patches may make a document larger, and must not use up what could make room. */
const KEPT_FOR_DELETES_BYTES = 4 * 1_048_576;

/** Left free by a refill on a nearly full disk: readers make small files, and the service notes what it does. */
const KEPT_FREE_BYTES = 1_048_576;

/** A folder with less than this is as good as full for a write that has just failed. */
const NEARLY_FULL_BYTES = 8 * 1_048_576;

/** The kinds of writes that may use the reserve: `delete` for what makes room or restricts access, `patch` for changes. */
export type ReserveUse = "delete" | "patch";

const KEPT_BYTES: Readonly<Record<ReserveUse, number>> = {
  delete: KEPT_FOR_START_BYTES,
  patch: KEPT_FOR_DELETES_BYTES,
};

/**
 * A file that holds disk space for deletes, patches and a start. Its space is released by cutting the file, and is put by
 * again when there is room.
 */
export class DiskReserve {
  readonly #directory: string;
  readonly #file: string;
  /** Works that may still need what is released. */
  #users = 0;

  constructor(directory: string) {
    this.#directory = directory;
    this.#file = join(directory, RESERVE_FILE);
  }

  get bytes(): number {
    try {
      return statSync(this.#file).size;
    } catch {
      return 0;
    }
  }

  /** Bytes that are still to be put by. */
  get missingBytes(): number {
    return Math.max(0, RESERVE_BYTES - this.bytes);
  }

  /** Whether deletes have nothing left of it. */
  get isSpent(): boolean {
    return this.bytes <= KEPT_FOR_START_BYTES;
  }

  /** Releases a step of the reserve where a write has no room at all. Returns the function that ends the use. */
  begin(use: ReserveUse): () => void {
    const free = this.#freeBytes();
    if (free < STEP_BYTES) this.#release(STEP_BYTES, KEPT_BYTES[use]);
    this.#users += 1;
    return () => {
      this.#users -= 1;
      if (free < NEARLY_FULL_BYTES) this.refill(free);
    };
  }

  /** Releases a step after a write has failed. False where the disk has room, or the reserve has none left for this use. */
  releaseMore(use: ReserveUse): boolean {
    return this.#freeBytes() < NEARLY_FULL_BYTES && this.#release(STEP_BYTES, KEPT_BYTES[use]);
  }

  /** Releases what a start lacks. */
  prepareStart(): void {
    const lacking = START_BYTES - this.#freeBytes();
    if (lacking > 0) this.#release(lacking, 0);
  }

  /** Refills the reserve as far as space is free: on a full disk it comes before all other writes. */
  refill(retained = KEPT_FREE_BYTES): void {
    const free = this.#freeBytes();
    if (this.#users > 0 && free < this.missingBytes + NEARLY_FULL_BYTES) return;
    const bytes = Math.min(this.missingBytes, free - retained);
    try {
      // Bytes that no file system makes smaller.
      if (bytes > 0) appendFileSync(this.#file, randomBytes(bytes), { mode: 0o600 });
    } catch {
      // The next check tries again; a folder that can't be written to is reported by the code that writes there.
    }
  }

  #release(bytes: number, free: number): boolean {
    const reserved = this.bytes;
    if (reserved <= free) return false;
    try {
      truncateSync(this.#file, Math.max(free, reserved - bytes));
      return true;
    } catch {
      // A folder that can't be written to is reported by the code that writes there.
      return false;
    }
  }

  /** As many as anyone could want where the system can't tell: nothing is released there. */
  #freeBytes(): number {
    try {
      const { bavail, bsize, blocks } = statfsSync(this.#directory);
      return blocks === 0 ? Infinity : bavail * bsize;
    } catch {
      return Infinity;
    }
  }
}
