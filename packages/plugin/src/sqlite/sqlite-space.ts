import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";

const BYTES_PER_MB = 1_048_576;
/**
 * The log is copied into the file, and written from its beginning again, once it is so long. Short, as there is one for
 * each file; long enough that a page which is written again and again is copied once for many times.
 */
const CHECKPOINT_BYTES = 2 * BYTES_PER_MB;
/** The log is longer than that only after a large transaction, or while a reader keeps it from being begun again. */
const LONG_LOG_BYTES = CHECKPOINT_BYTES + 2 * BYTES_PER_MB;
/** A log of a file that is not written any more is copied and cut, unless it is so short. */
const SHORT_LOG_BYTES = BYTES_PER_MB / 4;
/** A file that wasn't written for so long is at rest. */
const REST_MS = 1_000;
/** How long writers wait for readers that keep a long log from being begun again; a query as a rule takes less. */
const READER_WAIT_MS = 50;
/** The same, when the log is so long that the disk comes first. */
const LONG_READER_WAIT_MS = 1_000;
const MUCH_TOO_LONG_LOG_BYTES = 2 * LONG_LOG_BYTES;

/** Pages that the next writes may fill stay in the file: so many bytes of them, and this share of it. */
const KEPT_FREE_BYTES = BYTES_PER_MB / 4;
const KEPT_FREE_SHARE = 1 / 8;
/** Most pages that one step gives back, so that others have their turn, and a full disk has room for its log. */
const STEP_PAGES = 64;
const STEP_MS = 5;
const PAGES_AT_ONCE = 4;

/** A file of an earlier version is rewritten when so much of it is free, */
const REWRITE_FREE_SHARE = 1 / 2;
/** and what it holds is no more than this, unless its owner says otherwise: writers wait, once, for about a second. */
const REWRITE_BYTES = 64 * BYTES_PER_MB;
/** Copies that a rewrite has on the disk until its end: in the file, the temporary copy and the log. */
const REWRITE_ROOM = 3;
/** After what could not be done: a full disk, or someone else in the way. */
const RETRY_MS = 1_000;

/**
 * For a connection that writes, when its page size is set and before the journal mode is: makes a new file one that can
 * give pages back, and bounds the log.
 */
export const limitSpace = (database: DatabaseSync): void => {
  const pageSize = numberOf(database.prepare("pragma page_size"));
  database.exec(
    `pragma auto_vacuum = incremental; pragma wal_autocheckpoint = ${CHECKPOINT_BYTES / pageSize};` +
      `pragma journal_size_limit = ${CHECKPOINT_BYTES}`,
  );
};

/**
 * Keeps a SQLite file and its log as small as what is in them, while it is used: pages that deletes left free go back
 * to the disk a few at a time, each step a transaction of some milliseconds that a kill leaves undone or done. Belongs
 * to the one connection that writes the file.
 */
export class SqliteSpace {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #pageCount: StatementSync;
  readonly #freeCount: StatementSync;
  readonly #pageSize: number;
  readonly #rewriteBytes: number;
  #isIncremental: boolean;
  #isGivingBack = false;
  #giveBackAt = 0;
  /** When the log is to be copied and cut, by `performance.now`; and when it may be tried again, after a reader was in the way. */
  #foldAt = Number.POSITIVE_INFINITY;
  #foldAgainAt = 0;
  /** Tried once: what it lacked, it would lack at the next commit too. */
  #mayRewrite = true;

  /** `rewriteBytes`: what a file of an earlier version may hold to be rewritten by a step. */
  constructor(database: DatabaseSync, path: string, rewriteBytes = REWRITE_BYTES) {
    this.#database = database;
    this.#path = path;
    this.#rewriteBytes = rewriteBytes;
    this.#pageCount = database.prepare("pragma page_count");
    this.#freeCount = database.prepare("pragma freelist_count");
    this.#pageSize = numberOf(database.prepare("pragma page_size"));
    this.#isIncremental = isIncremental(database);
    this.look();
  }

  /** After each commit, outside of transactions: what is to be done now? Takes some microseconds. */
  look(): void {
    try {
      this.#checkLog();
      this.#isGivingBack ||= this.#isWasteful();
    } catch {
      // The commit itself is done. The next commit looks again.
    }
  }

  /** Bytes that the file holds, without its free pages. */
  get heldBytes(): number {
    return (numberOf(this.#pageCount) - numberOf(this.#freeCount)) * this.#pageSize;
  }

  /** Whether there is something to do, now or later. */
  get isWanted(): boolean {
    return this.#isGivingBack || this.#foldAt < Number.POSITIVE_INFINITY;
  }

  /** Whether there is something to do now. */
  get isDue(): boolean {
    const now = performance.now();
    return now >= this.#foldAt || (this.#isGivingBack && now >= this.#giveBackAt);
  }

  /** Does a little of it, outside of transactions. What can't be done now is tried again later. */
  step(): void {
    try {
      if (performance.now() >= this.#foldAt) this.fold();
      else if (this.#isIncremental) this.#giveBack();
      else this.rewrite();
    } catch {
      // A full disk, most likely. The log's room is what may help, so that comes first.
      if (this.#database.isTransaction) this.#database.exec("rollback");
      this.#giveBackAt = performance.now() + RETRY_MS;
      this.#foldAt = this.#giveBackAt;
    }
  }

  /** Copies the log into the file and cuts both, where no reader is in the way for longer than a moment. */
  fold(): void {
    // Pages that can be copied beside other writers are copied first: cutting keeps them waiting.
    this.#database.exec("pragma wal_checkpoint(passive)");
    const isMuchTooLong = this.#logBytes() > MUCH_TOO_LONG_LOG_BYTES;
    const usual = numberOf(this.#database.prepare("pragma busy_timeout"));
    this.#database.exec(`pragma busy_timeout = ${isMuchTooLong ? LONG_READER_WAIT_MS : READER_WAIT_MS}`);
    try {
      const { busy } = this.#database.prepare("pragma wal_checkpoint(truncate)").get()!;
      this.#foldAgainAt = Number(busy) === 0 ? 0 : performance.now() + RETRY_MS;
      this.#foldAt = Number(busy) === 0 ? Number.POSITIVE_INFINITY : this.#foldAgainAt;
    } finally {
      this.#database.exec(`pragma busy_timeout = ${usual}`);
    }
  }

  /** Before the connection closes, while others may read on: nobody else would cut the log. */
  leave(): void {
    try {
      if (this.isWanted) this.fold();
    } catch {
      // It is cut when the file is opened again.
    }
  }

  /**
   * Writes a file of an earlier version again, as one that can give pages back; writers wait meanwhile. Does nothing with
   * one that can, or where the disk has no room for it.
   */
  rewrite(): void {
    this.#isGivingBack = false;
    this.#mayRewrite = false;
    if (this.#isIncremental) return;
    const { bavail, bsize } = statfsSync(dirname(this.#path));
    if (bavail * bsize < REWRITE_ROOM * this.heldBytes) return;
    this.#database.exec("pragma auto_vacuum = incremental; vacuum");
    this.#isIncremental = isIncremental(this.#database);
    this.#foldAt = performance.now();
  }

  #isWasteful(): boolean {
    const pages = numberOf(this.#pageCount);
    const free = numberOf(this.#freeCount);
    if (free * this.#pageSize <= KEPT_FREE_BYTES) return false;
    if (this.#isIncremental) return free > pages * KEPT_FREE_SHARE;
    return this.#mayRewrite && free > pages * REWRITE_FREE_SHARE && this.heldBytes <= this.#rewriteBytes;
  }

  #giveBack(): void {
    this.#database.exec("begin immediate");
    const deadline = performance.now() + STEP_MS;
    let pages = 0;
    let free: number;
    // However long it took to begin, some are given back: only the count afterwards tells whether there are more.
    do {
      this.#database.exec(`pragma incremental_vacuum(${PAGES_AT_ONCE})`);
      free = numberOf(this.#freeCount);
      pages += PAGES_AT_ONCE;
    } while (free > 0 && pages < STEP_PAGES && performance.now() < deadline);
    this.#database.exec("commit");
    this.#isGivingBack = free > 0;
    // The file itself gets shorter when its log is copied.
    if (this.#isGivingBack) this.#checkLog();
    else this.#foldAt = performance.now();
  }

  #checkLog(): void {
    const bytes = this.#logBytes();
    if (bytes <= SHORT_LOG_BYTES) this.#foldAt = Number.POSITIVE_INFINITY;
    else if (bytes <= LONG_LOG_BYTES) this.#foldAt = performance.now() + REST_MS;
    else this.#foldAt = Math.max(performance.now(), this.#foldAgainAt);
  }

  #logBytes(): number {
    return statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }
}

const INCREMENTAL = 2;

const isIncremental = (database: DatabaseSync): boolean =>
  numberOf(database.prepare("pragma auto_vacuum")) === INCREMENTAL;

/** Returns the result of a pragma that gives one number. */
const numberOf = (statement: StatementSync): number => Number(Object.values(statement.get()!)[0]);
