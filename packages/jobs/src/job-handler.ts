import type { StoreError, Transaction } from "@quarry/store";
import { Data, type Effect } from "effect";
import type { Job, JobWait } from "./job.ts";

/** Outcome of an attempt. */
export type JobResult =
  | { readonly type: "done" }
  /** Tries again while attempts are left. `afterMs` omitted: the usual backoff. */
  | { readonly type: "retry"; readonly error: string; readonly afterMs?: number; readonly by?: string }
  /** Ends the job as failed: another attempt would fail in the same way. */
  | { readonly type: "failed"; readonly error: string; readonly by?: string }
  /**
   * Waits for a dependency: the job is queued again until `afterMs` have passed or it is woken. The attempt does not
   * count.
   */
  | ({ readonly type: "parked" } & Park);

/** Release of a job's slot while it waits for a dependency. */
export interface Park {
  /** Reason for the wait, for people to read. */
  readonly error: string;
  readonly afterMs: number;
  readonly wait: JobWait;
  /**
   * Whether to park the due jobs of its family too, so that not each of thousands has to be claimed to find the same.
   * Jobs that have waited before retain their own wait state. Default false.
   */
  readonly withFamily?: boolean;
}

export const done: JobResult = { type: "done" };

/** `by` is the party at fault, for `onExhausted`. */
export const retry = (error: string, afterMs?: number, by?: string): JobResult => ({
  type: "retry",
  error,
  ...(afterMs !== undefined && { afterMs }),
  ...(by !== undefined && { by }),
});

/** `by` has the meaning described at `retry`. */
export const failed = (error: string, by?: string): JobResult => ({
  type: "failed",
  error,
  ...(by !== undefined && { by }),
});

export const parked = (park: Park): JobResult => ({ type: "parked", ...park });

/**
 * Failure of a worker that lost the job: it was cancelled, or another worker has it. The pending write must not happen.
 */
export class JobLostError extends Data.TaggedError("JobLostError")<{ readonly jobId: string }> {
  override get message(): string {
    return `job ${this.jobId} is no longer leased by this worker`;
  }
}

/** Lease of a worker on the job that it runs. */
export interface JobLease {
  readonly owner: string;
  /**
   * Completes the job in the transaction that makes its result visible. A worker that was paused past its lease can't
   * write: the failure rolls everything back.
   */
  readonly complete: (within: Transaction) => Effect.Effect<void, JobLostError | StoreError>;
  /** Marks the job as idle while it waits for an external response. Another job may use its slot meanwhile. */
  readonly setIdle: (isIdle: boolean) => void;
}

export interface JobHandler<R> {
  /**
   * Does the work. It may run more than once. It is interrupted when the job is cancelled, the lease is lost or the
   * service stops. A failure or a defect is a failed attempt and is retried while attempts are left.
   */
  readonly run: (job: Job, lease: JobLease) => Effect.Effect<JobResult, unknown, R>;
  /**
   * Runs when the job is about to end as failed: its attempts are used up or the handler returned `failed`. Runs before
   * the job is marked, and again until it succeeds, so it reliably leaves a final state behind. It may run more than
   * once. `by` is the handler's value.
   */
  readonly onExhausted?: (job: Job, lastError: string, by?: string) => Effect.Effect<void, unknown, R>;
}
