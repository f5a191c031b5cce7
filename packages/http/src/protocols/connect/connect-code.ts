import { Code } from "@connectrpc/connect";
import type { ErrorCode } from "@quarry/plugin/domain";

const CODES: Readonly<Record<ErrorCode, Code>> = {
  invalid_argument: Code.InvalidArgument,
  unauthenticated: Code.Unauthenticated,
  permission_denied: Code.PermissionDenied,
  not_found: Code.NotFound,
  already_exists: Code.AlreadyExists,
  conflict: Code.FailedPrecondition,
  outdated: Code.FailedPrecondition,
  too_large: Code.ResourceExhausted,
  resource_exhausted: Code.ResourceExhausted,
  out_of_range: Code.OutOfRange,
  plugin_fault: Code.Internal,
  internal: Code.Internal,
  unimplemented: Code.Unimplemented,
  unavailable: Code.Unavailable,
};

/** Maps each error code to its Connect and gRPC code; the only place that decides it. */
export const connectCode = (code: ErrorCode): Code => CODES[code];
