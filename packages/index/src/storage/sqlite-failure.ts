import type { ReceivedCall } from "@quarry/plugin/workers/inside";
import { PassageIndexError, type PassageIndexErrorReason } from "../passages/passage-index-error.ts";
import type { WorkerRequest } from "../passages/protocol.ts";

// Primary result codes of SQLite (https://sqlite.org/rescode.html). Extended codes contain them in the low byte.
const REASONS: Readonly<Record<number, PassageIndexErrorReason>> = {
  5: "busy", // SQLITE_BUSY
  6: "busy", // SQLITE_LOCKED
  8: "unavailable", // SQLITE_READONLY
  10: "unavailable", // SQLITE_IOERR
  11: "damaged", // SQLITE_CORRUPT
  13: "full", // SQLITE_FULL
  26: "damaged", // SQLITE_NOTADB
};

const CANTOPEN = 14;
const UNREADABLE = "it can't be opened; look at its rights, at those of its folder, and at the limit of open files";
const SQL_ERROR = 1;
/** Message for a statement that doesn't fit the tables. Statements are fixed, so the file's schema was changed. */
const OTHER_TABLES = /no such (?:table|column)|has no column named/;

/** Maps any error thrown in a worker. Returns an already mapped error unchanged. */
export const toPassageIndexError = (cause: unknown): PassageIndexError => {
  if (cause instanceof PassageIndexError) return cause;
  const { code, errcode } = Object(cause) as { readonly code?: unknown; readonly errcode?: unknown };
  const sqliteCode = typeof errcode === "number" ? errcode & 0xff : 0;
  if (sqliteCode === CANTOPEN || code === "EACCES" || code === "EPERM") {
    return new PassageIndexError({ reason: "damaged", message: UNREADABLE, cause });
  }
  const message = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  const isOtherSchema = sqliteCode === SQL_ERROR && OTHER_TABLES.test(message);
  return new PassageIndexError({
    reason: isOtherSchema ? "damaged" : (REASONS[sqliteCode] ?? "internal"),
    message,
    cause,
  });
};

/** Same, for a call of a thread about a collection: errors of damage name the file. */
export const toCallFailure = (cause: unknown, { parameters }: ReceivedCall): PassageIndexError => {
  const { collectionId } = parameters as WorkerRequest<unknown>;
  const error = toPassageIndexError(cause);
  if (!error.isDamage) return error;
  const first = error.message.split("\n", 1)[0]!.replace(/^Error: /, "");
  return new PassageIndexError({ reason: error.reason, message: `${collectionId}.db: ${first}`, collectionId, cause });
};
