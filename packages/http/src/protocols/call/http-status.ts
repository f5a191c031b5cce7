import type { ErrorCode } from "@quarry/plugin/domain";

const STATUSES: Readonly<Record<ErrorCode, number>> = {
  invalid_argument: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  already_exists: 409,
  conflict: 409,
  outdated: 412,
  too_large: 413,
  out_of_range: 416,
  resource_exhausted: 429,
  plugin_fault: 500,
  internal: 500,
  unimplemented: 501,
  unavailable: 503,
};

/** Maps each error code to its HTTP status; the only place that decides it. */
export const httpStatus = (code: ErrorCode): number => STATUSES[code];
