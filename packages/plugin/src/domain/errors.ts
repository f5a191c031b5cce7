// Not from "effect" itself: worker threads import this package, and loading the whole library costs each of them 170 ms
// and 50 MB.
import * as Data from "effect/Data";

/**
 * Error code, in the terms of the contract. Every API (HTTP, Connect) has one complete table from these codes to its
 * own statuses; nothing else determines a status.
 */
export type ErrorCode =
  | "invalid_argument"
  | "unauthenticated"
  | "permission_denied"
  | "not_found"
  | "already_exists"
  | "conflict"
  /** The caller acts on a state of the resource that is no longer current. */
  | "outdated"
  | "too_large"
  | "out_of_range"
  | "resource_exhausted"
  | "unavailable"
  | "unimplemented"
  /**
   * A plugin broke its contract, or can't do what is requested: a fault of the service, with a message that the caller
   * may read.
   */
  | "plugin_fault"
  | "internal";

/**
 * Failure whose message is meant for the caller. The message names the field, the received value and the allowed
 * values, and never contains a secret, a path or a stack trace.
 */
export class DomainError extends Data.TaggedError("DomainError")<{
  readonly code: ErrorCode;
  readonly message: string;
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}> {}

/** The request is wrong and fails again if repeated (400). */
export const invalidArgument = (message: string): DomainError => new DomainError({ code: "invalid_argument", message });

/** The named resource does not exist (404). */
export const notFound = (message: string): DomainError => new DomainError({ code: "not_found", message });

/** The name is taken (409). */
export const alreadyExists = (message: string): DomainError => new DomainError({ code: "already_exists", message });

/** The state of the resource does not allow the call (409). */
export const conflict = (message: string): DomainError => new DomainError({ code: "conflict", message });

/** A dependency is unavailable or the service is shutting down; worth a retry (503). */
export const unavailable = (message: string, retryAfterSeconds = 1): DomainError =>
  new DomainError({ code: "unavailable", message, retryAfterSeconds });

/** A part of the contract that this build does not support yet (501). */
export const unimplemented = (message: string): DomainError => new DomainError({ code: "unimplemented", message });

/** Whether a thrown value is a `DomainError` with this code. */
export const isDomainError = (error: unknown, code: ErrorCode): error is DomainError =>
  error instanceof DomainError && error.code === code;
