/** Kind of failure; each has an error class of its own. */
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
  /** The service's id of the request, to be found in its log; undefined when it did not answer. */
  readonly requestId?: string | undefined;
  /** Seconds after which the service said that a retry makes sense. */
  readonly retryAfterSeconds?: number | undefined;
  /** Underlying error. */
  readonly cause?: unknown;
}

/** Every failure of a call: what the service said, or why it could not be asked. */
export abstract class QuarryError extends Error {
  abstract readonly code: QuarryErrorCode;
  /** Whether the same call may succeed later. It says nothing of whether a repeated call would do its work twice. */
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

/** The request is wrong and stays wrong when repeated; the message names the field, what came and what may be. */
export class InvalidArgumentError extends QuarryError {
  readonly code = "invalid_argument";
}

/** No API key, or one that the service does not know. */
export class UnauthenticatedError extends QuarryError {
  readonly code = "unauthenticated";
}

/** The API key may not do this, or not on this collection. */
export class PermissionDeniedError extends QuarryError {
  readonly code = "permission_denied";
}

/** The named thing does not exist. */
export class NotFoundError extends QuarryError {
  readonly code = "not_found";
}

/** The name is taken. */
export class AlreadyExistsError extends QuarryError {
  readonly code = "already_exists";
}

/** The state of the thing does not allow the call. */
export class ConflictError extends QuarryError {
  readonly code = "conflict";
}

/** A file or a message over the service's limit. */
export class TooLargeError extends QuarryError {
  readonly code = "too_large";
}

/** A range outside of what there is. */
export class OutOfRangeError extends QuarryError {
  readonly code = "out_of_range";
}

/** The API key has used up its requests of this minute. */
export class RateLimitedError extends QuarryError {
  readonly code = "rate_limited";
  override readonly isRetryable = true;
}

/** The service, or something it needs, is away for now. */
export class UnavailableError extends QuarryError {
  readonly code = "unavailable";
  override readonly isRetryable = true;
}

/** The service does not have this; it may be older than the client. */
export class UnimplementedError extends QuarryError {
  readonly code = "unimplemented";
}

/** The service failed; its log says more under `requestId`. */
export class InternalError extends QuarryError {
  readonly code = "internal";
}

/** The call took longer than its time limit and was given up. */
export class TimeoutError extends QuarryError {
  readonly code = "timeout";
}

/** The service can't be reached, or the connection broke before its answer was complete. */
export class NetworkError extends QuarryError {
  readonly code = "network";
  override readonly isRetryable = true;
}

/** The caller's own signal ended the call. */
export class CancelledError extends QuarryError {
  readonly code = "cancelled";
}

/** The document that was waited for could not be processed; the message is its `error_message`. */
export class DocumentFailedError extends QuarryError {
  readonly code = "document_failed";
  readonly documentId: string;

  constructor(documentId: string, message: string) {
    super(message);
    this.documentId = documentId;
  }
}
