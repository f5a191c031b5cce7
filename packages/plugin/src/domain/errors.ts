// Not from "effect" itself: worker threads import this package, and the whole library costs each 170 ms and 50 MB.
import * as Data from "effect/Data";

/**
 * Code of an error, in the terms of the contract. Every boundary (HTTP, Connect) has one total table from these codes
 * to its own statuses; nothing else decides a status.
 */
export type ErrorCode =
  | "invalid_argument"
  | "unauthenticated"
  | "permission_denied"
  | "not_found"
  | "already_exists"
  | "conflict"
  /** The caller acts on a state of the thing that isn't its present one. */
  | "outdated"
  | "too_large"
  | "out_of_range"
  | "resource_exhausted"
  | "unavailable"
  | "unimplemented"
  /** A plugin broke its contract, or can't do what is asked of it: a fault of the service whose message the caller may read. */
  | "plugin_fault"
  | "internal";

/**
 * A failure whose message is meant for the caller: it names the field, what came and what may be, and never holds
 * a secret, a path or a stack.
 */
export class DomainError extends Data.TaggedError("DomainError")<{
  readonly code: ErrorCode;
  readonly message: string;
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}> {}

/** The request is wrong and stays wrong when repeated (400). */
export const invalidArgument = (message: string): DomainError => new DomainError({ code: "invalid_argument", message });

/** The named thing does not exist (404). */
export const notFound = (message: string): DomainError => new DomainError({ code: "not_found", message });

/** The name is taken (409). */
export const alreadyExists = (message: string): DomainError => new DomainError({ code: "already_exists", message });

/** The state of the thing does not allow the call (409). */
export const conflict = (message: string): DomainError => new DomainError({ code: "conflict", message });

/** A dependency is away or the service is shutting down; worth a retry (503). */
export const unavailable = (message: string, retryAfterSeconds = 1): DomainError =>
  new DomainError({ code: "unavailable", message, retryAfterSeconds });

/** Part of the contract that this build does not serve yet (501). */
export const unimplemented = (message: string): DomainError => new DomainError({ code: "unimplemented", message });

/** Whether something thrown is a `DomainError` with this code. */
export const isDomainError = (error: unknown, code: ErrorCode): error is DomainError =>
  error instanceof DomainError && error.code === code;
