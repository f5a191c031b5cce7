import { ParseFailure } from "../parse-failure.ts";

/** Failure of a parser that exceeded its memory limit. */
export const memoryFailure = (megabytes: number, detail?: string): ParseFailure =>
  new ParseFailure({
    reason: "memory",
    message: `reading the file needed more than ${megabytes} MB of memory (setting SERVICE_PARSE_MEMORY_MB)`,
    ...(detail !== undefined && { detail }),
  });

/** Failure of a worker that ended without a message. */
export const crashFailure = (detail: string): ParseFailure =>
  new ParseFailure({ reason: "crash", message: "reading the file ended unexpectedly: it may be damaged", detail });

/** Failure to start a worker. The file is not at fault: a retry can succeed when the system has resources again. */
export const startFailure = (error: unknown): ParseFailure =>
  new ParseFailure({
    reason: "unavailable",
    message: "the system could not start another process to read the file; see the service's log",
    detail: String(error),
  });
