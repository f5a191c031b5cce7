import { PassageIndexError, type PassageIndexErrorReason } from "../passage-index-error.ts";

// Primary result codes of SQLite (https://sqlite.org/rescode.html); extended codes keep them in the low byte.
const REASONS: Readonly<Record<number, PassageIndexErrorReason>> = {
  5: "busy", // SQLITE_BUSY
  6: "busy", // SQLITE_LOCKED
  8: "unavailable", // SQLITE_READONLY
  10: "unavailable", // SQLITE_IOERR
  11: "corrupt", // SQLITE_CORRUPT
  13: "full", // SQLITE_FULL
  14: "unavailable", // SQLITE_CANTOPEN
  26: "corrupt", // SQLITE_NOTADB
};

/** Maps whatever was thrown in a worker; an error that is mapped already comes back as it is. */
export const toPassageIndexError = (cause: unknown): PassageIndexError => {
  if (cause instanceof PassageIndexError) return cause;
  const message = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  const code =
    typeof cause === "object" && cause !== null && "errcode" in cause && typeof cause.errcode === "number"
      ? cause.errcode & 0xff
      : 0;
  return new PassageIndexError({ reason: REASONS[code] ?? "internal", message, cause });
};
