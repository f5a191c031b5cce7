import {
  AlreadyExistsError,
  ConflictError,
  InternalError,
  InvalidArgumentError,
  NotFoundError,
  PermissionDeniedError,
  type QuarryError,
  RateLimitedError,
  TooLargeError,
  UnauthenticatedError,
  UnavailableError,
  UnimplementedError,
} from "./quarry-error.ts";
import { retryAfterSecondsOf } from "./retry-after.ts";

/** Converts an HTTP response of the REST API to an error. */
export const fromAnswer = async (answer: Response): Promise<QuarryError> => {
  const details = {
    requestId: answer.headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: retryAfterSecondsOf(answer.headers.get("retry-after")),
  };
  const { detail, code } = errorDetailsIn(await answer.text());
  const message = typeof detail === "string" ? detail : `the service answered HTTP ${answer.status}`;
  return new (classOf(answer.status, code))(message, details);
};

const errorDetailsIn = (body: string): { readonly detail?: unknown; readonly code?: unknown } => {
  try {
    return (JSON.parse(body) ?? {}) as { readonly detail?: unknown; readonly code?: unknown };
  } catch {
    // The response is not from the service but from a proxy.
    return {};
  }
};

const classOf = (status: number, code: unknown) => {
  switch (status) {
    case 401:
      return UnauthenticatedError;
    case 403:
      return PermissionDeniedError;
    case 404:
      return NotFoundError;
    case 409:
      // The status is used for both errors.
      return code === "already_exists" ? AlreadyExistsError : ConflictError;
    case 412:
      return ConflictError;
    case 413:
      return TooLargeError;
    case 429:
      return RateLimitedError;
    case 501:
      return UnimplementedError;
    case 502:
    case 503:
    case 504:
      return UnavailableError;
    default:
      return status < 500 ? InvalidArgumentError : InternalError;
  }
};
