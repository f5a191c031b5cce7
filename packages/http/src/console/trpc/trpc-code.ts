import type { ErrorCode } from "@quarry/plugin/domain";
import type { TRPCError } from "@trpc/server";

const CODES: Readonly<Record<ErrorCode, TRPCError["code"]>> = {
  invalid_argument: "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  permission_denied: "FORBIDDEN",
  not_found: "NOT_FOUND",
  already_exists: "CONFLICT",
  conflict: "CONFLICT",
  outdated: "PRECONDITION_FAILED",
  too_large: "PAYLOAD_TOO_LARGE",
  out_of_range: "BAD_REQUEST",
  resource_exhausted: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
  unimplemented: "NOT_IMPLEMENTED",
  plugin_fault: "BAD_GATEWAY",
  internal: "INTERNAL_SERVER_ERROR",
};

/** Returns tRPC's code for a failure, which also decides the HTTP status. */
export const trpcCode = (code: ErrorCode): TRPCError["code"] => CODES[code];
