/** Kind of failure. Each has its own error class. */
export type QuarryErrorCode =
  | "invalid_argument"
  | "unauthenticated"
  | "permission_denied"
  | "not_found"
  | "already_exists"
  | "conflict"
  | "too_large"
  | "out_of_range"
  | "rate_limited"
  | "unavailable"
  | "unimplemented"
  | "internal"
  | "timeout"
  | "network"
  | "cancelled"
  | "document_failed";

export interface QuarryErrorDetails {
  /** The service's id of the request, as in its log. Undefined if the service did not answer. */
  readonly requestId?: string | undefined;
  /** Seconds after which, according to the service, a retry makes sense. */
  readonly retryAfterSeconds?: number | undefined;
  /** Underlying error. */
  readonly cause?: unknown;
}

/** Base class of all failures of a call: the service's error, or the reason why the service could not be reached. */
export abstract class QuarryError extends Error {
  abstract readonly code: QuarryErrorCode;
  /** Whether the same call may succeed later. It does not tell whether repeating the call would do its work twice. */
  readonly isRetryable: boolean = false;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { requestId, retryAfterSeconds, cause }: QuarryErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The request is invalid, and a retry does not help. The message names the field, its value and the allowed values. */
export class InvalidArgumentError extends QuarryError {
  readonly code = "invalid_argument";
}

/** The API key is missing or unknown to the service. */
export class UnauthenticatedError extends QuarryError {
  readonly code = "unauthenticated";
}

/** The API key lacks the permission, either in general or for this collection. */
export class PermissionDeniedError extends QuarryError {
  readonly code = "permission_denied";
}

/** The named thing does not exist. */
export class NotFoundError extends QuarryError {
  readonly code = "not_found";
}

/** The name is already in use. */
export class AlreadyExistsError extends QuarryError {
  readonly code = "already_exists";
}

/** The state of the resource does not allow the call. */
export class ConflictError extends QuarryError {
  readonly code = "conflict";
}

/** A file or a message exceeds the service's limit. */
export class TooLargeError extends QuarryError {
  readonly code = "too_large";
}

/** The range lies outside of the available data. */
export class OutOfRangeError extends QuarryError {
  readonly code = "out_of_range";
}

/** The API key has used up its requests for this minute. */
export class RateLimitedError extends QuarryError {
  readonly code = "rate_limited";
  override readonly isRetryable = true;
}

/** The service, or a dependency of it, is temporarily unavailable. */
export class UnavailableError extends QuarryError {
  readonly code = "unavailable";
  override readonly isRetryable = true;
}

/** The service does not implement this call. It may be older than the client. */
export class UnimplementedError extends QuarryError {
  readonly code = "unimplemented";
}

/** The service failed. Its log has the details under `requestId`. */
export class InternalError extends QuarryError {
  readonly code = "internal";
}

/** The call exceeded its time limit and was aborted. */
export class TimeoutError extends QuarryError {
  readonly code = "timeout";
}

/** The service can't be reached, or the connection broke before the response was complete. */
export class NetworkError extends QuarryError {
  readonly code = "network";
  override readonly isRetryable = true;
}

/** The caller's own signal ended the call. */
export class CancelledError extends QuarryError {
  readonly code = "cancelled";
}

/** Processing of the awaited document failed. The message is its `error_message`. */
export class DocumentFailedError extends QuarryError {
  readonly code = "document_failed";
  readonly documentId: string;

  constructor(documentId: string, message: string) {
    super(message);
    this.documentId = documentId;
  }
}
