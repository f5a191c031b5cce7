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

/** Maps any error thrown in a worker. Returns an already mapped error unchanged. */
export const toPassageIndexError = (cause: unknown): PassageIndexError => {
  if (cause instanceof PassageIndexError) return cause;
  const message = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  const code =
    typeof cause === "object" && cause !== null && "errcode" in cause && typeof cause.errcode === "number"
      ? cause.errcode & 0xff
      : 0;
  if (code === CANTOPEN || UNREADABLE.has(codeOf(cause))) return unreadable(cause);
  if (code === SQL_ERROR && OTHER_TABLES.test(message))
    return new PassageIndexError({ reason: "damaged", message, cause });
  return new PassageIndexError({ reason: REASONS[code] ?? "internal", message, cause });
};

/** Same, for an operation on a collection's file: errors of damage name the file. */
export const toFileError = (collectionId: string, cause: unknown): PassageIndexError => {
  const error = toPassageIndexError(cause);
  if (!error.isDamage) return error;
  const first = error.message.split("\n", 1)[0]!.replace(/^Error: /, "");
  return new PassageIndexError({ reason: error.reason, message: `${collectionId}.db: ${first}`, collectionId, cause });
};

/** Same, for a call of a thread. */
export const toCallFailure = (error: unknown, { parameters }: ReceivedCall): PassageIndexError =>
  toFileError((parameters as WorkerRequest<unknown>).collectionId, error);

const SQL_ERROR = 1;
/** Message for a statement that doesn't fit the tables. Statements are fixed, so the file's schema was changed. */
const OTHER_TABLES = /no such (?:table|column)|has no column named/;
const CANTOPEN = 14;
const UNREADABLE: ReadonlySet<unknown> = new Set(["EACCES", "EPERM"]);

const codeOf = (cause: unknown): unknown =>
  typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;

const unreadable = (cause: unknown): PassageIndexError =>
  new PassageIndexError({
    reason: "damaged",
    message: "it can't be opened; look at its rights, at those of its folder, and at the limit of open files",
    cause,
  });
