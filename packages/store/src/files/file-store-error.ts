import { Data } from "effect";

/**
 * Reasons why the file store failed.
 *
 * - `not_found`: there is no such file
 * - `aborted`: the bytes stopped coming before their end; nothing was kept
 * - `no_space`: the disk or the quota is full (retryable once space is made)
 * - `read_only`: it is read-only, or somebody else's (retryable once that is put right)
 * - `unavailable`: the folder or the bucket can't be read or written, or not in time (retryable)
 * - `invalid_key`: an id that is not a UUID
 */
export type FileStoreErrorReason = "not_found" | "aborted" | "no_space" | "read_only" | "unavailable" | "invalid_key";

export class FileStoreError extends Data.TaggedError("FileStoreError")<{
  readonly reason: FileStoreErrorReason;
  /** Names no path; `cause` may. */
  readonly message: string;
  readonly cause?: unknown;
}> {
  /** Retry policies read this and nothing else. */
  get isRetryable(): boolean {
    return this.reason === "no_space" || this.reason === "read_only" || this.reason === "unavailable";
  }
}
