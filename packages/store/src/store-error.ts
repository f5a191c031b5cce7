import { DomainError, unavailable } from "@quarry/plugin/domain";
import { Data } from "effect";

/**
 * Reasons why the metadata database failed.
 *
 * - `unique`: a row with this key exists; `constraint` names it as `table.column`
 * - `foreign_key`: the row this one refers to is gone
 * - `busy`: another writer held the database for too long, or a deadlock was broken (retryable)
 * - `full`: no space left on the device (retryable once space is made)
 * - `read_only`: it may not be written to (retryable once that is put right)
 * - `unavailable`: the database can't be opened or reached (retryable)
 * - `corrupt`: the file is damaged or not a database
 * - `internal`: anything else, a defect of ours included
 */
export type StoreErrorReason =
  | "unique"
  | "foreign_key"
  | "busy"
  | "full"
  | "read_only"
  | "unavailable"
  | "corrupt"
  | "internal";

const RETRYABLE: ReadonlySet<StoreErrorReason> = new Set(["busy", "full", "read_only", "unavailable"]);

/** The one error of this package. The message is for logs: it may quote SQL, never values. */
export class StoreError extends Data.TaggedError("StoreError")<{
  readonly reason: StoreErrorReason;
  readonly message: string;
  readonly constraint?: string;
  readonly cause?: unknown;
}> {
  /** Retry policies read this and nothing else. */
  get isRetryable(): boolean {
    return RETRYABLE.has(this.reason);
  }
}

/** Error that an API caller gets: 503 when a retry can help, otherwise 500, without the database's own text. */
export const storeErrorToDomain = (error: StoreError): DomainError => {
  if (error.reason === "full") return unavailable("the service has no disk space left for its database", 30);
  if (error.reason === "read_only") {
    return unavailable("the service can't write to its database: it is read-only", 30);
  }
  if (error.isRetryable) return unavailable("the service's database is not available at the moment", 2);
  return new DomainError({ code: "internal", message: "the service's database failed; the log has the details" });
};
