import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { limitSpace } from "@quarry/plugin/sqlite";

/**
 * Time for which a statement waits for another connection: of a tool that has opened the file at the same time, or of
 * the recovery after a crash.
 */
const BUSY_TIMEOUT_MS = 5_000;
/**
 * File size in bytes up to which a file is verified completely when it is first opened: this takes some 0.1 s. In
 * larger files each row is checked when it is read.
 */
const VERIFIED_AT_OPEN = 16_777_216;

/** Opens a file and prepares it. Closes it again if `prepare` fails or returns undefined. */
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

/**
 * Configures a connection for writing. With `synchronous` set to `full`, a commit is durable when it returns.
 * `pageSize` is that of a new file, in bytes; an existing file retains its own.
 */
export const configureForWriting = (database: DatabaseSync, synchronous: "full" | "normal", pageSize: number): void => {
  database.exec(`pragma page_size = ${pageSize}`);
  limitSpace(database);
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
};

/** Whether a file is small enough to be read completely when it is opened. */
export const isVerifiedAtOpen = (path: string): boolean => statSync(path).size <= VERIFIED_AT_OPEN;

/** Returns the first structural fault of a file. Reading rows alone can't show whether each index matches its table. */
export const structuralDamage = (database: DatabaseSync): string | undefined => {
  const found = String(database.prepare("pragma integrity_check(1)").get()?.["integrity_check"]);
  return found === "ok" ? undefined : found;
};
