import { visible } from "./output/text.ts";

/** Exit codes of the program, documented in docs/guides/cli.md. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  unauthorised: 4,
  unavailable: 5,
  /** 128 plus the number of SIGINT, as in shells. */
  interrupted: 130,
} as const;

/** Thrown if the command line itself is invalid. */
export class UsageError extends Error {}

/** Thrown if a command was done in part or not at all. The reasons were printed where they occurred. */
export class PartialFailure extends Error {}

/** Returns the exit code for the error of a command. */
export const exitCodeOf = (error: unknown): number => {
  if (error instanceof UsageError) return EXIT.usage;
  if (isAbort(error)) return EXIT.interrupted;
  switch ((error as { readonly code?: unknown } | null)?.code) {
    case "invalid_argument":
      return EXIT.usage;
    case "not_found":
      return EXIT.notFound;
    case "unauthenticated":
    case "permission_denied":
      return EXIT.unauthorised;
    case "unavailable":
    case "network":
    case "timeout":
    case "rate_limited":
      return EXIT.unavailable;
    case "cancelled":
      return EXIT.interrupted;
    default:
      return EXIT.failure;
  }
};

/** Returns whether Node threw the error because a signal was aborted by Ctrl-C. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

/** Formats the failure in one line, with the fix if one is known. */
export const lineOf = (error: unknown, url: string | undefined): string => {
  if (isAbort(error)) return "interrupted";
  const line = visible((error instanceof Error ? error.message : String(error)).replaceAll("\n", " "));
  switch ((error as { readonly code?: unknown } | null)?.code) {
    case "network":
      return `can't reach ${url ?? "the service"}: ${line} (is it running? set its address with --url or QUARRY_URL)`;
    case "unauthenticated":
      return `${line} (set the key with --api-key or QUARRY_API_KEY)`;
    default:
      return line;
  }
};
