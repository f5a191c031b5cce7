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

/** The error that an HTTP answer of the REST API tells. */
export const fromAnswer = async (answer: Response): Promise<QuarryError> => {
  const details = {
    requestId: answer.headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: retryAfterSecondsOf(answer.headers.get("retry-after")),
  };
  const { detail, code } = toldIn(await answer.text());
  const message = typeof detail === "string" ? detail : `the service answered HTTP ${answer.status}`;
  return new (classOf(answer.status, code))(message, details);
};

const toldIn = (body: string): { readonly detail?: unknown; readonly code?: unknown } => {
  try {
    return (JSON.parse(body) ?? {}) as { readonly detail?: unknown; readonly code?: unknown };
  } catch {
    // Not the service's own answer but that of something in between.
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
      // One status for two things.
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
