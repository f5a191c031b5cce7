import { DomainError, unavailable } from "@quarry/plugin/domain";
import { Data } from "effect";

/**
 * Reasons why the metadata database failed.
 *
 * - `unique`: a row with this key exists; `constraint` names it as `table.column`
 * - `foreign_key`: the referenced row does not exist
 * - `busy`: another writer locked the database for too long, or a deadlock was resolved (retryable)
 * - `full`: no space left on the device (retryable once there is space)
 * - `read_only`: it is not writable (retryable once that is fixed)
 * - `unavailable`: the database can't be opened or reached (retryable)
 * - `corrupt`: the file is damaged or not a database
 * - `internal`: anything else, including our own defects
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

/** Only error type of this package. The message is for logs: it can quote SQL, but never values. */
export class StoreError extends Data.TaggedError("StoreError")<{
  readonly reason: StoreErrorReason;
  readonly message: string;
  readonly constraint?: string;
  readonly cause?: unknown;
}> {
  /** Whether a retry can help. Retry policies use only this. */
  get isRetryable(): boolean {
    return RETRYABLE.has(this.reason);
  }
}

/** Maps to the error for API callers: 503 if a retry can help, otherwise 500, without the database's message. */
export const storeErrorToDomain = (error: StoreError): DomainError => {
  if (error.reason === "full") return unavailable("the service has no disk space left for its database", 30);
  if (error.reason === "read_only") {
    return unavailable("the service can't write to its database: it is read-only", 30);
  }
  if (error.isRetryable) return unavailable("the service's database is not available at the moment", 2);
  return new DomainError({ code: "internal", message: "the service's database failed; the log has the details" });
};
