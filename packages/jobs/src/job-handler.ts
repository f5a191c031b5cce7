import type { StoreError, Transaction } from "@quarry/store";
import { Data, type Effect } from "effect";
import type { Job } from "./job.ts";

/** How an attempt ended. */
export type JobResult =
  | { readonly type: "done" }
  /** Try again, while attempts are left. `afterMs` left out: the usual backoff. */
  | { readonly type: "retry"; readonly error: string; readonly afterMs?: number }
  /** Another attempt would fail in the same way. */
  | { readonly type: "failed"; readonly error: string };

export const done: JobResult = { type: "done" };

export const retry = (error: string, afterMs?: number): JobResult => ({
  type: "retry",
  error,
  ...(afterMs !== undefined && { afterMs }),
});

export const failed = (error: string): JobResult => ({ type: "failed", error });

/** The worker lost the job: it was cancelled, or another worker has it. What was about to be written must not be. */
export class JobLostError extends Data.TaggedError("JobLostError")<{ readonly jobId: string }> {
  override get message(): string {
    return `job ${this.jobId} is not held by this worker any more`;
  }
}

/** A worker's hold on the job it runs. */
export interface JobHold {
  readonly owner: string;
  /**
   * Completes the job in the transaction that makes its result visible, so that a worker that was paused past its lease
   * can't write: the failure rolls everything back.
   */
  readonly complete: (within: Transaction) => Effect.Effect<void, JobLostError | StoreError>;
}

export interface JobHandler<R> {
  /**
   * Does the work; it may run more than once. It is interrupted when the job is cancelled, the lease is lost or the
   * service stops. A failure or a defect is a failed attempt, tried again while attempts are left.
   */
  readonly run: (job: Job, hold: JobHold) => Effect.Effect<JobResult, unknown, R>;
  /**
   * The job is about to end failed: its attempts are used up or the handler said so. Runs before the job is marked and
   * again until it succeeds, so it can be relied on to leave a final state behind; it may run more than once.
   */
  readonly onExhausted?: (job: Job, lastError: string) => Effect.Effect<void, unknown, R>;
}
