import { DomainError, unavailable } from "@quarry/domain";
import { Data } from "effect";

/**
 * Why the metadata database failed.
 *
 * - `unique`: a row with this key exists; `constraint` names it as `table.column`
 * - `foreign_key`: the row this one refers to is gone
 * - `busy`: another writer held the database for too long, or a deadlock was broken (retryable)
 * - `full`: no space left on the device (retryable once space is made)
 * - `unavailable`: the database can't be opened or reached (retryable)
 * - `corrupt`: the file is damaged or not a database
 * - `internal`: anything else, a defect of ours included
 */
export type StoreErrorReason = "unique" | "foreign_key" | "busy" | "full" | "unavailable" | "corrupt" | "internal";

/** The one error of this package. The message is for logs: it may quote SQL, never values. */
export class StoreError extends Data.TaggedError("StoreError")<{
  readonly reason: StoreErrorReason;
  readonly message: string;
  readonly constraint?: string;
  readonly cause?: unknown;
}> {
  /** Retry policies read this and nothing else. */
  get isRetryable(): boolean {
    return this.reason === "busy" || this.reason === "full" || this.reason === "unavailable";
  }
}

/** What a caller of the API is told: 503 when a retry can mend it, otherwise 500, without the database's own text. */
export const storeErrorToDomain = (error: StoreError): DomainError => {
  if (error.reason === "full") return unavailable("the service has no disk space left for its database", 30);
  if (error.isRetryable) return unavailable("the service's database is not available at the moment", 2);
  return new DomainError({ code: "internal", message: "the service's database failed; the log has the details" });
};
