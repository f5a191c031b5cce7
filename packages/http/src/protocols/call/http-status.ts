import type { ErrorCode } from "@quarry/plugin/domain";

/** Maps each error code to its HTTP status; the only place that decides it. */
export function httpStatus(code: ErrorCode): number {
  switch (code) {
    case "invalid_argument":
      return 400;
    case "unauthenticated":
      return 401;
    case "permission_denied":
      return 403;
    case "not_found":
      return 404;
    case "already_exists":
    case "conflict":
      return 409;
    case "outdated":
      return 412;
    case "too_large":
      return 413;
    case "out_of_range":
      return 416;
    case "resource_exhausted":
      return 429;
    case "plugin_fault":
    case "internal":
      return 500;
    case "unimplemented":
      return 501;
    case "unavailable":
      return 503;
  }
}
