import { DomainError, notFound, unavailable } from "@quarry/domain";
// Not from "effect" itself: the worker threads import this file, and the whole library would cost each 50 MB.
import * as Data from "effect/Data";

/**
 * Why the passage index failed.
 *
 * - `not_found`: the collection was never made, or is dropped
 * - `unavailable`: its worker died, can't open the file or is shutting down (retryable; a write may have happened)
 * - `busy`: another process held the file for too long (retryable)
 * - `full`: no space left on the device (retryable once space is made)
 * - `corrupt`: the file is damaged or not a database
 * - `internal`: anything else, a defect of ours included
 */
export type PassageIndexErrorReason = "not_found" | "unavailable" | "busy" | "full" | "corrupt" | "internal";

/** The one error of the passage index. The message is for logs. */
export class PassageIndexError extends Data.TaggedError("PassageIndexError")<{
  readonly reason: PassageIndexErrorReason;
  readonly message: string;
  readonly cause?: unknown;
}> {
  /** Retry policies read this and nothing else. Every operation of the index may be repeated. */
  get isRetryable(): boolean {
    return this.reason === "unavailable" || this.reason === "busy" || this.reason === "full";
  }
}

/**
 * What a caller of the API is told, without the index's own text: 503 when a retry can mend it, 404 when the collection
 * was dropped meanwhile, otherwise 500.
 */
export const passageIndexErrorToDomain = (error: PassageIndexError): DomainError => {
  if (error.reason === "full") return unavailable("the service has no disk space left for its search index", 30);
  if (error.reason === "not_found") return notFound("the collection is not there any more");
  if (error.isRetryable) return unavailable("the service's search index is not available at the moment", 2);
  return new DomainError({ code: "internal", message: "the service's search index failed; the log has the details" });
};
