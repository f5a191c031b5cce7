import { StoreError, type StoreErrorReason } from "../store-error.ts";

// Result codes of SQLite (https://sqlite.org/rescode.html). Extended codes keep the primary code in the low byte.
const CONSTRAINT_UNIQUE = 2067;
const CONSTRAINT_PRIMARY_KEY = 1555;
const CONSTRAINT_FOREIGN_KEY = 787;
const PRIMARY_REASONS: Readonly<Record<number, StoreErrorReason>> = {
  5: "busy", // SQLITE_BUSY
  6: "busy", // SQLITE_LOCKED
  8: "read_only", // SQLITE_READONLY
  10: "unavailable", // SQLITE_IOERR
  11: "corrupt", // SQLITE_CORRUPT
  13: "full", // SQLITE_FULL
  14: "unavailable", // SQLITE_CANTOPEN
  26: "corrupt", // SQLITE_NOTADB
};

/** Maps any error of `node:sqlite` or Kysely. An already mapped error is returned unchanged. */
export const fromSqlite = (cause: unknown): StoreError => {
  if (cause instanceof StoreError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = resultCode(cause);
  if (code === CONSTRAINT_UNIQUE || code === CONSTRAINT_PRIMARY_KEY) {
    const constraint = /constraint failed: ([\w.]+)/.exec(message)?.[1];
    return new StoreError({ reason: "unique", message, cause, ...(constraint !== undefined && { constraint }) });
  }
  if (code === CONSTRAINT_FOREIGN_KEY) return new StoreError({ reason: "foreign_key", message, cause });
  return new StoreError({ reason: PRIMARY_REASONS[code & 0xff] ?? "internal", message, cause });
};

const resultCode = (cause: unknown): number =>
  typeof cause === "object" && cause !== null && "errcode" in cause && typeof cause.errcode === "number"
    ? cause.errcode
    : 0;
