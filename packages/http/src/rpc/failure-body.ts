import type { ErrorCode } from "@quarry/plugin/domain";

/** The `code` of a failed REST request: an error code, or one for what HTTP alone can refuse. */
export type FailureCode = ErrorCode | (typeof HTTP_CODES)[keyof typeof HTTP_CODES];

/** Statuses that no error code has. */
export const HTTP_CODES = {
  405: "method_not_allowed",
  408: "request_timeout",
  417: "expectation_failed",
  431: "headers_too_large",
} as const;

/** The codes of statuses that are answered before, or beside, the contract's own handlers. */
const CODES: Readonly<Record<number, FailureCode>> = {
  ...HTTP_CODES,
  400: "invalid_argument",
  401: "unauthenticated",
  403: "permission_denied",
  404: "not_found",
  413: "too_large",
  416: "out_of_range",
  429: "resource_exhausted",
  503: "unavailable",
};

/** The code that a status stands for. */
export const failureCode = (status: number): FailureCode => CODES[status] ?? "internal";

/** The JSON body of a failure. `code` defaults to the one that the status stands for. */
export const failureBody = (status: number, detail: string, code = failureCode(status)): string =>
  JSON.stringify({ detail, code });
