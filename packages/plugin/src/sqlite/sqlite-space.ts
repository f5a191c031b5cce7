import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";

const BYTES_PER_MB = 1_048_576;
/**
 * Length of the write-ahead log at which it is checkpointed: copied into the file and restarted. Short, as there is one
 * for each file; long enough that a page that is written repeatedly is copied only once for many writes.
 */
const CHECKPOINT_BYTES = 2 * BYTES_PER_MB;
/** Length that the log exceeds only after a large transaction, or while a reader prevents its restart. */
const LONG_LOG_BYTES = CHECKPOINT_BYTES + 2 * BYTES_PER_MB;
/** Length up to which the log of an idle file stays; a longer one is checkpointed and truncated. */
const SHORT_LOG_BYTES = BYTES_PER_MB / 4;
/** Milliseconds without a write after which a file is idle. */
const IDLE_MS = 1_000;
/** Milliseconds that writers wait for readers that prevent the restart of a long log; most queries take less. */
const READER_WAIT_MS = 50;
/** Wait in milliseconds if the log is so long that saving disk space has priority. */
const LONG_READER_WAIT_MS = 1_000;
const MUCH_TOO_LONG_LOG_BYTES = 2 * LONG_LOG_BYTES;

/** Free pages up to this many bytes, or up to this share of the file, stay in it for the next writes. */
const MAX_FREE_BYTES = BYTES_PER_MB / 4;
const MAX_FREE_SHARE = 1 / 8;
/**
 * Maximum number of bytes that one step releases, so that other work gets its time slice and a full disk has room for
 * the log.
 */
const STEP_BYTES = BYTES_PER_MB / 4;
const STEP_MS = 5;
const PAGES_AT_ONCE = 4;

/** Minimum share of free pages for which a file of an earlier version is rewritten. */
const REWRITE_FREE_SHARE = 1 / 2;
/**
 * Maximum bytes of used pages for such a rewrite, unless the file's owner sets another limit: writers wait, once, for
 * about a second.
 */
const REWRITE_BYTES = 64 * BYTES_PER_MB;
/** Copies on the disk until a rewrite ends: in the file, in the temporary copy and in the log. */
const REWRITE_COPIES = 3;
/** Milliseconds until a retry after a failure, such as a full disk or a lock. */
const RETRY_MS = 1_000;

/**
 * Prepares a writing connection, after its page size is set and before its journal mode is: enables incremental vacuum
 * in a new file, and limits the log.
 */
export const limitSpace = (database: DatabaseSync): void => {
  const pageSize = numberOf(database.prepare("pragma page_size"));
  // Setting it takes the write lock, even if it is set already.
  if (!isIncremental(database)) database.exec("pragma auto_vacuum = incremental");
  database.exec(
    `pragma wal_autocheckpoint = ${CHECKPOINT_BYTES / pageSize}; pragma journal_size_limit = ${CHECKPOINT_BYTES}`,
  );
};

/**
 * Keeps a SQLite file and its write-ahead log as small as their contents, while the file is in use. Pages freed by
 * deletes are released to the disk a few at a time (incremental vacuum). Each step is a transaction of some
 * milliseconds, so a killed process leaves it undone or done. Belongs to the one connection that writes the file.
 */
export class SqliteSpace {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #pageCount: StatementSync;
  readonly #freeCount: StatementSync;
  readonly #pageSize: number;
  readonly #rewriteBytes: number;
  #isIncremental: boolean;
  #isVacuuming = false;
  #vacuumAt = 0;
  /**
   * Time at which the log must be checkpointed and truncated, by `performance.now`; and the earliest time of a retry
   * after a reader prevented it.
   */
  #checkpointAt = Number.POSITIVE_INFINITY;
  #checkpointRetryAt = 0;
  /** Whether a rewrite was not tried yet: if it fails for lack of space, it would fail at the next commit too. */
  #mayRewrite = true;

  /**
   * Opens the upkeep of a file. `rewriteBytes`: maximum used bytes of a file of an earlier version that a step
   * rewrites.
   */
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

  /** Checks what there is to do. Call it after each commit, outside of transactions; takes some microseconds. */
  look(): void {
    try {
      this.#checkLog();
      this.#isVacuuming ||= this.#exceedsFreeLimit();
    } catch {
      // The commit itself is done. The next commit checks again.
    }
  }

  /** Bytes of the file without its free pages. */
  get heldBytes(): number {
    return (numberOf(this.#pageCount) - numberOf(this.#freeCount)) * this.#pageSize;
  }

  /** Whether there is something to do, now or later. */
  get isWanted(): boolean {
    return this.#isVacuuming || this.#checkpointAt < Number.POSITIVE_INFINITY;
  }

  /** Whether there is something to do now. */
  get isDue(): boolean {
    const now = performance.now();
    return now >= this.#checkpointAt || (this.#isVacuuming && now >= this.#vacuumAt);
  }

  /** Does a small part of the work, outside of transactions. Work that fails is retried later. */
  step(): void {
    try {
      if (performance.now() >= this.#checkpointAt) this.fold();
      else if (this.#isIncremental) this.#vacuumStep();
      else this.rewrite();
    } catch {
      // Most likely the disk is full. Truncating the log may free space, so it is done first.
      if (this.#database.isTransaction) this.#database.exec("rollback");
      this.#vacuumAt = performance.now() + RETRY_MS;
      this.#checkpointAt = this.#vacuumAt;
    }
  }

  /** Checkpoints the log and truncates it, unless a reader prevents this for longer than a moment. */
  fold(): void {
    // Pages that can be copied concurrently with other writers are copied first: truncation blocks writers.
    this.#database.exec("pragma wal_checkpoint(passive)");
    const isMuchTooLong = this.#logBytes() > MUCH_TOO_LONG_LOG_BYTES;
    const previousTimeout = numberOf(this.#database.prepare("pragma busy_timeout"));
    this.#database.exec(`pragma busy_timeout = ${isMuchTooLong ? LONG_READER_WAIT_MS : READER_WAIT_MS}`);
    try {
      const { busy } = this.#database.prepare("pragma wal_checkpoint(truncate)").get()!;
      this.#checkpointRetryAt = Number(busy) === 0 ? 0 : performance.now() + RETRY_MS;
      this.#checkpointAt = Number(busy) === 0 ? Number.POSITIVE_INFINITY : this.#checkpointRetryAt;
    } finally {
      this.#database.exec(`pragma busy_timeout = ${previousTimeout}`);
    }
  }

  /**
   * Truncates the log before the connection closes while other connections still read: no other process would do it.
   */
  leave(): void {
    try {
      if (this.isWanted) this.fold();
    } catch {
      // The log is truncated when the file is opened again.
    }
  }

  /**
   * Rewrites a file of an earlier version to enable incremental vacuum; writers wait meanwhile. Does nothing if it is
   * already enabled, or if the disk has too little space.
   */
  rewrite(): void {
    this.#isVacuuming = false;
    this.#mayRewrite = false;
    if (this.#isIncremental) return;
    const { bavail, bsize } = statfsSync(dirname(this.#path));
    if (bavail * bsize < REWRITE_COPIES * this.heldBytes) return;
    this.#database.exec("pragma auto_vacuum = incremental; vacuum");
    this.#isIncremental = isIncremental(this.#database);
    this.#checkpointAt = performance.now();
  }

  #exceedsFreeLimit(): boolean {
    const pages = numberOf(this.#pageCount);
    const free = numberOf(this.#freeCount);
    if (free * this.#pageSize <= MAX_FREE_BYTES) return false;
    if (this.#isIncremental) return free > pages * MAX_FREE_SHARE;
    return this.#mayRewrite && free > pages * REWRITE_FREE_SHARE && this.heldBytes <= this.#rewriteBytes;
  }

  #vacuumStep(): void {
    this.#database.exec("begin immediate");
    const deadline = performance.now() + STEP_MS;
    let released = 0;
    let free: number;
    // Releases some pages however long `begin` took: only the count afterwards shows whether there are more.
    do {
      this.#database.exec(`pragma incremental_vacuum(${PAGES_AT_ONCE})`);
      free = numberOf(this.#freeCount);
      released += PAGES_AT_ONCE * this.#pageSize;
    } while (free > 0 && released < STEP_BYTES && performance.now() < deadline);
    this.#database.exec("commit");
    this.#isVacuuming = free > 0;
    // The file itself shrinks when its log is checkpointed.
    if (this.#isVacuuming) this.#checkLog();
    else this.#checkpointAt = performance.now();
  }

  #checkLog(): void {
    const bytes = this.#logBytes();
    if (bytes <= SHORT_LOG_BYTES) this.#checkpointAt = Number.POSITIVE_INFINITY;
    else if (bytes <= LONG_LOG_BYTES) this.#checkpointAt = performance.now() + IDLE_MS;
    else this.#checkpointAt = Math.max(performance.now(), this.#checkpointRetryAt);
  }

  #logBytes(): number {
    return statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }
}

const INCREMENTAL = 2;

const isIncremental = (database: DatabaseSync): boolean =>
  numberOf(database.prepare("pragma auto_vacuum")) === INCREMENTAL;

/** Returns the result of a pragma that returns one number. */
const numberOf = (statement: StatementSync): number => Number(Object.values(statement.get()!)[0]);
