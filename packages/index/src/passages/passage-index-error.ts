import { DomainError, notFound, unavailable } from "@quarry/plugin/domain";
// Not from "effect" itself: the worker threads import this file, and the whole library would cost each 50 MB.
import * as Data from "effect/Data";

/**
 * Reasons why the passage index failed.
 *
 * - `not_found`: the collection was never made, or is dropped
 * - `unavailable`: its worker died, can't open the file or is shutting down (retryable; a write may have happened)
 * - `busy`: another process held the file for too long (retryable)
 * - `full`: no space left on the device (retryable once space is made)
 * - `missing`: the collection had been made and is gone, without having been dropped
 * - `damaged`: it is there, and isn't what was written: not a database, another collection's, or bytes have changed
 * - `restoring`: a repair is making it again, and not all is there yet (retryable)
 * - `words_away`: the store that has the words can't be used at the moment, the message says why (retryable)
 * - `words_lost`: that store doesn't have what was written to it; it is written again
 * - `words_pending`: the words are being written to that store, the message says how far that is (retryable)
 * - `internal`: anything else, a defect of ours included
 */
export type PassageIndexErrorReason =
  | "not_found"
  | "unavailable"
  | "busy"
  | "full"
  | "missing"
  | "damaged"
  | "restoring"
  | "words_away"
  | "words_lost"
  | "words_pending"
  | "internal";

const RETRYABLE: ReadonlySet<PassageIndexErrorReason> = new Set([
  "unavailable",
  "busy",
  "full",
  "restoring",
  "words_away",
  "words_lost",
  "words_pending",
]);

/** The one error of the passage index. The message is for logs. */
export class PassageIndexError extends Data.TaggedError("PassageIndexError")<{
  readonly reason: PassageIndexErrorReason;
  readonly message: string;
  /** Of `missing` and `damaged`, whose passages they are. */
  readonly collectionId?: string;
  readonly cause?: unknown;
}> {
  /** Retry policies read this and nothing else. Every operation of the index may be repeated. */
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
/** Somebody has to do something first. */
export const DAMAGE_RETRY_AFTER_SECONDS = 60;

/**
 * Error that an API caller gets. Only errors of damage show the index's own text. 503 when a retry or a repair can fix
 * it, 404 when the collection was dropped meanwhile, otherwise 500.
 */
export const passageIndexErrorToDomain = (error: PassageIndexError): DomainError => {
  if (error.reason === "full") return unavailable("the service has no disk space left for its search index", 30);
  if (error.reason === "not_found") return notFound("the collection is not there any more");
  if (error.reason === "restoring") return unavailable(RESTORING, RESTORING_RETRY_AFTER_SECONDS);
  if (error.isDamage) return unavailable(error.message, DAMAGE_RETRY_AFTER_SECONDS);
  if (error.reason === "words_away") return unavailable(error.message, 2);
  if (error.reason === "words_pending") return unavailable(error.message, WORDS_RETRY_AFTER_SECONDS);
  if (error.isRetryable) return unavailable("the service's search index is not available at the moment", 2);
  return new DomainError({ code: "internal", message: "the service's search index failed; the log has the details" });
};
