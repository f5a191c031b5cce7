import { DomainError, notFound, unavailable } from "@quarry/plugin/domain";
// Not from "effect" itself: the worker threads import this file, and the whole library would cost 50 MB in each of
// them.
import * as Data from "effect/Data";

/**
 * Reasons why the passage index failed.
 *
 * - `not_found`: the collection never existed, or is dropped
 * - `unavailable`: its worker died, can't open the file or is shutting down (retryable; a write can have happened)
 * - `busy`: another process locked the file for too long (retryable)
 * - `full`: no space left on the device (retryable once there is space)
 * - `missing`: the collection existed and is gone without having been dropped
 * - `damaged`: the file exists, but is not what was written: it is not a database, belongs to another collection, or
 *   bytes have changed
 * - `restoring`: a repair is rebuilding it and is not complete yet (retryable)
 * - `terms_unavailable`: the store that indexes the terms is unavailable at the moment; the message contains the reason
 *   (retryable)
 * - `words_lost`: that store lacks data that was written to it; it is being written again
 * - `words_pending`: the terms are being written to that store; the message reports the progress (retryable)
 * - `internal`: anything else, including defects in Quarry
 */
export type PassageIndexErrorReason =
  | "not_found"
  | "unavailable"
  | "busy"
  | "full"
  | "missing"
  | "damaged"
  | "restoring"
  | "terms_unavailable"
  | "words_lost"
  | "words_pending"
  | "internal";

const RETRYABLE: ReadonlySet<PassageIndexErrorReason> = new Set([
  "unavailable",
  "busy",
  "full",
  "restoring",
  "terms_unavailable",
  "words_lost",
  "words_pending",
]);

/** The only error type of the passage index. The message is for logs. */
export class PassageIndexError extends Data.TaggedError("PassageIndexError")<{
  readonly reason: PassageIndexErrorReason;
  readonly message: string;
  /** Id of the affected collection, for `missing` and `damaged`. */
  readonly collectionId?: string;
  readonly cause?: unknown;
}> {
  /** Whether a retry can succeed. Retry policies check only this, as every operation of the index can be repeated. */
  get isRetryable(): boolean {
    return RETRYABLE.has(this.reason);
  }

  /** Whether the collection's data is lost or untrustworthy, until it is rebuilt or restored. */
  get isDamage(): boolean {
    return this.reason === "missing" || this.reason === "damaged";
  }
}

const RESTORING =
  "the collection is being repaired: its passages are made again of its documents, and it answers when all are there; its changes tell how far that is";
const RESTORING_RETRY_AFTER_SECONDS = 10;

const WORDS_RETRY_AFTER_SECONDS = 5;
/** Retry delay if an operator must act first. */
export const DAMAGE_RETRY_AFTER_SECONDS = 60;

/**
 * Converts to the error that an API caller gets. Only damage errors show the index's own text. Returns 503 if a retry
 * or a repair can fix it, 404 if the collection was dropped meanwhile, otherwise 500.
 */
export const passageIndexErrorToDomain = (error: PassageIndexError): DomainError => {
  if (error.reason === "full") return unavailable("the service has no disk space left for its search index", 30);
  if (error.reason === "not_found") return notFound("the collection is not there any more");
  if (error.reason === "restoring") return unavailable(RESTORING, RESTORING_RETRY_AFTER_SECONDS);
  if (error.isDamage) return unavailable(error.message, DAMAGE_RETRY_AFTER_SECONDS);
  if (error.reason === "terms_unavailable") return unavailable(error.message, 2);
  if (error.reason === "words_pending") return unavailable(error.message, WORDS_RETRY_AFTER_SECONDS);
  if (error.isRetryable) return unavailable("the service's search index is not available at the moment", 2);
  return new DomainError({ code: "internal", message: "the service's search index failed; the log has the details" });
};
