import { randomBytes } from "node:crypto";
import { appendFileSync, statfsSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";

/** Name of the file in the data folder. */
const RESERVE_FILE = "start-reserve";

/**
 * One delete on a full disk needs some 300 KB: write-ahead logs of three databases, and SQLite's index files next to
 * them.
 */
const RESERVE_BYTES = 8 * 1_048_576;

/** Bytes released at a time. A program that fills the disk gets no more of the reserve than this with each delete. */
const STEP_BYTES = 262_144;

/** Bytes that a start needs on a full disk: SQLite can't open its files without creating small ones next to them. */
const START_BYTES = 4 * 1_048_576;

/** Never released to a running service, so that a restart has room for deletes that needed more than the rest. */
const RESERVED_FOR_START_BYTES = 2 * 1_048_576;

/**
 * Released to deletes only. Patches can make a document larger, and must not use up the space that deletes need to free
 * more.
 */
const RESERVED_FOR_DELETES_BYTES = 4 * 1_048_576;

/** Left free by a refill on a nearly full disk: readers create small files, and the service records its work. */
const UNFILLED_BYTES = 1_048_576;

/** A folder with less free space counts as full for a write that has just failed. */
const NEARLY_FULL_BYTES = 8 * 1_048_576;

/**
 * Kinds of writes that can use the reserve: `delete` for work that frees space or restricts access, `patch` for
 * changes.
 */
export type ReserveUse = "delete" | "patch";

const RESERVED_BYTES_BY_USE: Readonly<Record<ReserveUse, number>> = {
  delete: RESERVED_FOR_START_BYTES,
  patch: RESERVED_FOR_DELETES_BYTES,
};

/**
 * A file that reserves disk space for deletes, patches and a start. Truncating the file releases space; a refill
 * allocates it again when there is room.
 */
export class DiskReserve {
  readonly #directory: string;
  readonly #file: string;
  /** Number of running tasks that may still need the released space. */
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

  /** Bytes still to be reserved. */
  get missingBytes(): number {
    return Math.max(0, RESERVE_BYTES - this.bytes);
  }

  /** Whether the reserve has nothing left for deletes. */
  get isSpent(): boolean {
    return this.bytes <= RESERVED_FOR_START_BYTES;
  }

  /** Releases a step of the reserve if a write has no room at all. Returns the function that ends the use. */
  begin(use: ReserveUse): () => void {
    const free = this.#freeBytes();
    if (free < STEP_BYTES) this.#release(STEP_BYTES, RESERVED_BYTES_BY_USE[use]);
    this.#users += 1;
    return () => {
      this.#users -= 1;
      if (free < NEARLY_FULL_BYTES) this.refill(free);
    };
  }

  /**
   * Releases a step after a failed write. Returns false if the disk has room, or the reserve has none left for this
   * use.
   */
  releaseMore(use: ReserveUse): boolean {
    return this.#freeBytes() < NEARLY_FULL_BYTES && this.#release(STEP_BYTES, RESERVED_BYTES_BY_USE[use]);
  }

  /** Releases the space that a start lacks. */
  prepareStart(): void {
    const lacking = START_BYTES - this.#freeBytes();
    if (lacking > 0) this.#release(lacking, 0);
  }

  /** Refills the reserve from free space. On a full disk, it has priority over all other writes. */
  refill(retained = UNFILLED_BYTES): void {
    const free = this.#freeBytes();
    if (this.#users > 0 && free < this.missingBytes + NEARLY_FULL_BYTES) return;
    const bytes = Math.min(this.missingBytes, free - retained);
    try {
      // Random bytes, which no file system can compress.
      if (bytes > 0) appendFileSync(this.#file, randomBytes(bytes), { mode: 0o600 });
    } catch {
      // The next check retries. The code that writes to the folder reports a folder that isn't writable.
    }
  }

  #release(bytes: number, free: number): boolean {
    const reserved = this.bytes;
    if (reserved <= free) return false;
    try {
      truncateSync(this.#file, Math.max(free, reserved - bytes));
      return true;
    } catch {
      // The code that writes to the folder reports a folder that isn't writable.
      return false;
    }
  }

  /** Returns infinity if the system doesn't report free space: nothing is released then. */
  #freeBytes(): number {
    try {
      const { bavail, bsize, blocks } = statfsSync(this.#directory);
      return blocks === 0 ? Infinity : bavail * bsize;
    } catch {
      return Infinity;
    }
  }
}
