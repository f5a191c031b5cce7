import type { JsonValue } from "@quarry/plugin/domain";
import type { JobsTable, JobState } from "@quarry/store";
import type { Selectable } from "kysely";

/**
 * State of a job's wait for a dependency. It outlives the park: a job that runs again and has to wait once more goes on
 * with the same wait.
 */
export interface JobWait {
  /** Name of the dependency; at most 191 characters. Jobs that wait for the same one are woken together. */
  readonly for: string;
  /** When the wait is over and the job fails. Null: not before it is woken or due. */
  readonly until: number | null;
  /** The handler's own memory of the wait. */
  readonly memory: JsonValue;
}

/** A unit of work that survives crashes. Times are epoch milliseconds. */
export interface Job {
  readonly id: string;
  /** Name of the handler that runs it. */
  readonly kind: string;
  /** Resource that it works on, e.g. a document id; jobs are cancelled by it. */
  readonly subject: string;
  /** Caller whose turn it takes in the fair queue: {@link JobCaller} when it was enqueued, or "". */
  readonly caller: string;
  /** Family whose turn it takes among its caller's; or "". */
  readonly family: string;
  readonly payload: JsonValue;
  readonly state: JobState;
  /** Attempts begun so far, the running one included. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly runAt: number;
  readonly leaseUntil: number | null;
  readonly owner: string | null;
  /** Error that ended the last attempt. */
  readonly error: string | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  /** When the last attempt began; null before the first. */
  readonly claimedAt: number | null;
  /** Of the last park; null when there was none since the job was made or run again. */
  readonly wait: JobWait | null;
  /** Whether it was parked last, and not tried again because of something else. */
  readonly isParked: boolean;
}

export interface NewJob {
  /** Names the work, at most 191 ASCII characters: a second job of the same id is not added. */
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  /**
   * Group that it belongs to, e.g. a collection; at most 191 characters. Families of one caller take turns, and jobs of
   * one that wait for the same dependency are parked together. Left out: it takes turns with all that have none, and is
   * parked by itself.
   */
  readonly family?: string;
  /** Default null. */
  readonly payload?: JsonValue;
  /** Default {@link DEFAULT_MAX_ATTEMPTS}. */
  readonly maxAttempts?: number;
  /** Not before this time. Default now. */
  readonly runAt?: number;
  /** When a job of this id has completed or failed: run it again, with fresh attempts. Default false. */
  readonly restartFinished?: boolean;
}

/** Enough for a provider's bad quarter of an hour; a file that kills its worker every time ends soon. */
export const DEFAULT_MAX_ATTEMPTS = 5;

export const jobFromRow = (row: Selectable<JobsTable>): Job => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  caller: row.caller,
  family: row.family ?? "",
  payload: JSON.parse(row.payload) as JsonValue,
  state: row.state,
  attempts: row.attempts,
  maxAttempts: row.max_attempts,
  runAt: row.run_at,
  leaseUntil: row.lease_until,
  owner: row.owner,
  error: row.error,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  claimedAt: row.claimed_at,
  wait: row.waits === null ? null : (JSON.parse(row.waits) as JobWait),
  isParked: row.state === "queued" && row.waits_for !== null,
});
