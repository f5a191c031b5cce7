import type { ErrorCode } from "@quarry/plugin/domain";

/** `code` of a failed REST request: an error code, or a code for a failure specific to HTTP. */
export type FailureCode = ErrorCode | (typeof HTTP_CODES)[keyof typeof HTTP_CODES];

/** Codes for statuses without an error code. */
export const HTTP_CODES = {
  405: "method_not_allowed",
  408: "request_timeout",
  417: "expectation_failed",
  431: "headers_too_large",
} as const;

/** Codes of statuses that are answered before, or outside, the contract's own handlers. */
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

/** Returns the code of a status. */
export const failureCode = (status: number): FailureCode => CODES[status] ?? "internal";

/** Builds the JSON body of a failure. `code` defaults to that of the status. */
export const failureBody = (status: number, detail: string, code = failureCode(status)): string =>
  JSON.stringify({ detail, code });
