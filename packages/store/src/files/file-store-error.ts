import { Data } from "effect";

/**
 * Reasons why the file store failed.
 *
 * - `not_found`: there is no such file
 * - `aborted`: the bytes stopped before their end; nothing was stored
 * - `no_space`: the disk or the quota is full (retryable once there is space)
 * - `read_only`: it is read-only or owned by another user (retryable once that is fixed)
 * - `unavailable`: the folder or the bucket can't be read or written, or not in time (retryable)
 * - `invalid_key`: an id that is not a UUID
 */
export type FileStoreErrorReason = "not_found" | "aborted" | "no_space" | "read_only" | "unavailable" | "invalid_key";

export class FileStoreError extends Data.TaggedError("FileStoreError")<{
  readonly reason: FileStoreErrorReason;
  /** Contains no path, unlike `cause`. */
  readonly message: string;
  readonly cause?: unknown;
}> {
  /** Whether a retry can help. Retry policies use only this. */
  get isRetryable(): boolean {
    return this.reason === "no_space" || this.reason === "read_only" || this.reason === "unavailable";
  }
}
