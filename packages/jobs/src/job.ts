import type { JsonValue } from "@quarry/plugin/domain";
import type { JobsTable, JobState } from "@quarry/store";
import type { Selectable } from "kysely";

/**
 * State of a job's wait for a dependency. It outlives the park: a job that runs again and has to wait once more
 * continues the same wait.
 */
export interface JobWait {
  /** Name of the dependency, at most 191 characters. Jobs that wait for the same dependency are woken together. */
  readonly for: string;
  /** Time at which the wait ends and the job fails. Null: no limit. */
  readonly until: number | null;
  /** State of the wait that the handler stores. */
  readonly memory: JsonValue;
}

/** Unit of work that survives crashes. Times are epoch milliseconds. */
export interface Job {
  readonly id: string;
  /** Name of the handler that runs it. */
  readonly kind: string;
  /** Resource that it works on, e.g. a document id; jobs are cancelled by it. */
  readonly subject: string;
  /** Caller that it counts for in the fair queue: {@link JobCaller} when it was enqueued, or "". */
  readonly caller: string;
  /** Family that it counts for among its caller's families, or "". */
  readonly family: string;
  readonly payload: JsonValue;
  readonly state: JobState;
  /** Attempts begun so far, including the running one. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly runAt: number;
  readonly leaseUntil: number | null;
  readonly owner: string | null;
  /** Error that ended the last attempt. */
  readonly error: string | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  /** Start of the last attempt. Null before the first. */
  readonly claimedAt: number | null;
  /** Wait of the last park. Null if the job was not parked since it was created or restarted. */
  readonly wait: JobWait | null;
  /** Whether its last attempt ended in a park, and it was not queued since for another reason. */
  readonly isParked: boolean;
}

export interface NewJob {
  /** Idempotency key of the work, at most 191 ASCII characters: a second job with the same id is not added. */
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  /**
   * Group of the job, e.g. a collection; at most 191 characters. Families of one caller take turns, and jobs of a
   * family that wait for the same dependency are parked together. Omitted: it takes turns with all jobs that have no
   * family, and is parked by itself.
   */
  readonly family?: string;
  /** Default null. */
  readonly payload?: JsonValue;
  /** Default {@link DEFAULT_MAX_ATTEMPTS}. */
  readonly maxAttempts?: number;
  /** Earliest start. Default now. */
  readonly runAt?: number;
  /** Whether to run a completed or failed job of this id again, with fresh attempts. Default false. */
  readonly restartFinished?: boolean;
}

/** Bridges a provider outage of a quarter of an hour, yet a file that kills its worker every time ends soon. */
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
