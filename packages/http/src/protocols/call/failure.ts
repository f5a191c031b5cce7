import { DomainError, type ErrorCode } from "@quarry/plugin/domain";

/** Failure as the caller sees it. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
  /** Thrown error, if the caller may see all of it. */
  readonly error?: DomainError | undefined;
}

/** Called for every failure that is the service's own fault; the caller only learns that there was one. */
export type ErrorListener = (error: unknown, requestId: string) => void;

/**
 * Converts a thrown value into the failure that a caller may see: all details of a DomainError, none of any other
 * error.
 */
export function toFailure(error: unknown): Failure {
  if (!isDomainError(error) || error.code === "internal") {
    return { code: "internal", message: "Internal server error", retryAfterSeconds: undefined };
  }
  const { code, message, retryAfterSeconds } = error;
  return { code, message, retryAfterSeconds, error };
}

/** Whether a failure is reported to the service's operators. */
export const isServiceFault = ({ code }: Failure): boolean => code === "internal" || code === "plugin_fault";

// Checks the tag, so that a DomainError from a second copy of the package counts too.
const isDomainError = (error: unknown): error is DomainError =>
  error instanceof DomainError ||
  (error instanceof Error && (error as { readonly _tag?: unknown })._tag === "DomainError");
