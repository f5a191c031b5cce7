import { ParseFailure } from "../parse-failure.ts";

/** The parser needed more than it may have. */
export const memoryFailure = (megabytes: number, detail?: string): ParseFailure =>
  new ParseFailure({
    reason: "memory",
    message: `reading the file needed more than ${megabytes} MB of memory (setting SERVICE_PARSE_MEMORY_MB)`,
    ...(detail !== undefined && { detail }),
  });

/** The worker ended without a word. */
export const crashFailure = (detail: string): ParseFailure =>
  new ParseFailure({ reason: "crash", message: "reading the file ended unexpectedly: it may be damaged", detail });

/** The file is not at fault: it is worth another attempt when the system has room again. */
export const startFailure = (error: unknown): ParseFailure =>
  new ParseFailure({
    reason: "unavailable",
    message: "the system could not start another process to read the file; see the service's log",
    detail: String(error),
  });
