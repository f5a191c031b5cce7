import { Code, ConnectError } from "@connectrpc/connect";
import {
  AlreadyExistsError,
  ConflictError,
  InternalError,
  InvalidArgumentError,
  NetworkError,
  NotFoundError,
  OutOfRangeError,
  PermissionDeniedError,
  QuarryError,
  type QuarryErrorDetails,
  RateLimitedError,
  TimeoutError,
  TooLargeError,
  UnauthenticatedError,
  UnavailableError,
  UnimplementedError,
} from "./quarry-error.ts";
import { retryAfterSecondsOf } from "./retry-after.ts";

/** Converts a transport's error to a `QuarryError`. Time limits and the caller's cancellation are handled elsewhere. */
export const fromConnect = (thrown: unknown): QuarryError => {
  if (thrown instanceof QuarryError) return thrown;
  if (!(thrown instanceof ConnectError)) return new NetworkError(broken(thrown), { cause: thrown });
  const details = {
    requestId: thrown.metadata.get("x-request-id") ?? undefined,
    retryAfterSeconds: retryAfterSecondsOf(thrown.metadata.get("retry-after")),
    cause: thrown,
  };
  // The service's own errors are marked. All other errors are the transport's interpretation.
  return thrown.isWireError ? fromCode(thrown, details) : fromTransport(thrown, details);
};

const fromCode = ({ code, rawMessage }: ConnectError, details: QuarryErrorDetails): QuarryError => {
  switch (code) {
    case Code.InvalidArgument:
      return new InvalidArgumentError(rawMessage, details);
    case Code.Unauthenticated:
      return new UnauthenticatedError(rawMessage, details);
    case Code.PermissionDenied:
      return new PermissionDeniedError(rawMessage, details);
    case Code.NotFound:
      return new NotFoundError(rawMessage, details);
    case Code.AlreadyExists:
      return new AlreadyExistsError(rawMessage, details);
    case Code.FailedPrecondition:
      return new ConflictError(rawMessage, details);
    case Code.ResourceExhausted:
      // Two errors share this code. Only the one for too many requests has a retry time.
      return details.retryAfterSeconds === undefined
        ? new TooLargeError(rawMessage, details)
        : new RateLimitedError(rawMessage, details);
    case Code.OutOfRange:
      return new OutOfRangeError(rawMessage, details);
    case Code.Unavailable:
      return new UnavailableError(rawMessage, details);
    case Code.Unimplemented:
      return new UnimplementedError(rawMessage, details);
    case Code.DeadlineExceeded:
      return new TimeoutError(rawMessage, details);
    case Code.Canceled:
    case Code.Aborted:
      // The service saw the call end, but this client did not end it.
      return new NetworkError(rawMessage, details);
    default:
      return new InternalError(rawMessage, details);
  }
};

/** Codes that a transport derives from the HTTP status of a response or from a limit of its own. */
const DECIDED: ReadonlySet<Code> = new Set([
  Code.Unauthenticated,
  Code.PermissionDenied,
  Code.NotFound,
  Code.ResourceExhausted,
  Code.Unimplemented,
  Code.DeadlineExceeded,
]);

const fromTransport = (thrown: ConnectError, details: QuarryErrorDetails): QuarryError => {
  if (/cannot encode|failed to serialize/i.test(thrown.rawMessage)) {
    return new InvalidArgumentError(thrown.rawMessage, details);
  }
  if (DECIDED.has(thrown.code)) return fromCode(thrown, details);
  if (/^HTTP \d{3}/.test(thrown.rawMessage))
    return new UnavailableError(`the service answered ${thrown.rawMessage}`, details);
  return new NetworkError(broken(thrown), details);
};

/**
 * Returns the innermost message, which is the most specific: `connect ECONNREFUSED 127.0.0.1:8080`, not `fetch failed`.
 */
const broken = (thrown: unknown): string => {
  let deepest: unknown = thrown;
  const seen = new Set<unknown>();
  while (deepest instanceof Error && deepest.cause !== undefined && !seen.has(deepest)) {
    seen.add(deepest);
    deepest = deepest.cause;
  }
  if (deepest instanceof AggregateError && deepest.errors.length > 0) deepest = deepest.errors[0] as unknown;
  if (deepest instanceof ConnectError) return deepest.rawMessage;
  const message = deepest instanceof Error ? deepest.message || deepest.name : String(deepest);
  return message === "" ? "the connection broke" : message;
};
