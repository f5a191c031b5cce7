import { Code } from "@connectrpc/connect";
import type { ErrorCode } from "@quarry/plugin/domain";

/** Maps each error code to its Connect and gRPC code; the only place that decides it. */
export function connectCode(code: ErrorCode): Code {
  switch (code) {
    case "invalid_argument":
      return Code.InvalidArgument;
    case "unauthenticated":
      return Code.Unauthenticated;
    case "permission_denied":
      return Code.PermissionDenied;
    case "not_found":
      return Code.NotFound;
    case "already_exists":
      return Code.AlreadyExists;
    case "conflict":
    case "outdated":
      return Code.FailedPrecondition;
    case "too_large":
    case "resource_exhausted":
      return Code.ResourceExhausted;
    case "out_of_range":
      return Code.OutOfRange;
    case "plugin_fault":
    case "internal":
      return Code.Internal;
    case "unimplemented":
      return Code.Unimplemented;
    case "unavailable":
      return Code.Unavailable;
  }
}
