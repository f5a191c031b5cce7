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
  const message = detailOf(await answer.text()) ?? `the service answered HTTP ${answer.status}`;
  return new (classOf(answer.status, message))(message, details);
};

const detailOf = (body: string): string | undefined => {
  try {
    const { detail } = JSON.parse(body) as { readonly detail?: unknown };
    return typeof detail === "string" ? detail : undefined;
  } catch {
    // Not the service's own answer but that of something in between.
    return undefined;
  }
};

const classOf = (status: number, message: string) => {
  switch (status) {
    case 401:
      return UnauthenticatedError;
    case 403:
      return PermissionDeniedError;
    case 404:
      return NotFoundError;
    case 409:
      // One status for two things; a name that is taken is told so.
      return /already exists/.test(message) ? AlreadyExistsError : ConflictError;
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
