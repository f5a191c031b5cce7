import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { limitSpace } from "@quarry/plugin/sqlite";

/**
 * Time that a statement waits for another connection: that of a tool that opens the file at the same time, or the
 * recovery after a crash.
 */
const BUSY_TIMEOUT_MS = 5_000;
/** Holds a block of postings and most texts without overflow pages, and three rows of 384 numbers with texts of eighty words. */
const PAGE_SIZE = 8_192;
/**
 * Bytes up to which a file is read from beginning to end when it is opened first: some 0.1 s. Of larger ones each row is
 * checked when it is read.
 */
const VERIFIED_AT_OPEN = 16_777_216;

/** Opens a file and prepares it; closes it again where that fails, or gives nothing. */
export const openDatabase = <Value>(
  path: string,
  prepare: (database: DatabaseSync) => Value,
  options: { readonly readOnly?: boolean } = {},
): Value => {
  const database = new DatabaseSync(path, { ...options, timeout: BUSY_TIMEOUT_MS });
  let prepared: Value | undefined;
  try {
    prepared = prepare(database);
    return prepared;
  } finally {
    if (prepared === undefined) database.close();
  }
};

/** Of a connection that writes. Durable when a commit has returned, where `synchronous` is `full`. */
export const configureForWriting = (database: DatabaseSync, synchronous: "full" | "normal"): void => {
  database.exec(`pragma page_size = ${PAGE_SIZE}`);
  limitSpace(database);
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
};

/** Whether a file is small enough to be read as a whole when it is opened. */
export const isVerifiedAtOpen = (path: string): boolean => statSync(path).size <= VERIFIED_AT_OPEN;

/** The first fault in the structure of a file: that each index has what its table has can't be told from what is read. */
export const structuralDamage = (database: DatabaseSync): string | undefined => {
  const found = String(database.prepare("pragma integrity_check(1)").get()?.["integrity_check"]);
  return found === "ok" ? undefined : found;
};
