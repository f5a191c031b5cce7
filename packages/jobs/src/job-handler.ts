import type { StoreError, Transaction } from "@quarry/store";
import { Data, type Effect } from "effect";
import type { Job, JobWait } from "./job.ts";

/** Outcome of an attempt. */
export type JobResult =
  | { readonly type: "done" }
  /** Try again, while attempts are left. `afterMs` left out: the usual backoff. */
  | { readonly type: "retry"; readonly error: string; readonly afterMs?: number; readonly by?: string }
  /** Another attempt would fail in the same way. */
  | { readonly type: "failed"; readonly error: string; readonly by?: string }
  /** It waits for a dependency: queued again until `afterMs` have passed or it is woken, the attempt not counted. */
  | ({ readonly type: "parked" } & Park);

/** A job's giving back of its place while it waits for somebody else. */
export interface Park {
  /** Reason for the wait, for people to read. */
  readonly error: string;
  readonly afterMs: number;
  readonly wait: JobWait;
  /**
   * Parks the due jobs of its family as well, so that not each of thousands has to be claimed to find out the same. Those
   * that have waited before keep what they know of it. Default false.
   */
  readonly withFamily?: boolean;
}

export const done: JobResult = { type: "done" };

/** `by` is whose failure it is, for `onExhausted`. */
export const retry = (error: string, afterMs?: number, by?: string): JobResult => ({
  type: "retry",
  error,
  ...(afterMs !== undefined && { afterMs }),
  ...(by !== undefined && { by }),
});

/** `by` as for `retry`. */
export const failed = (error: string, by?: string): JobResult => ({
  type: "failed",
  error,
  ...(by !== undefined && { by }),
});

export const parked = (park: Park): JobResult => ({ type: "parked", ...park });

/** The worker lost the job: it was cancelled, or another worker has it. What was about to be written must not be. */
export class JobLostError extends Data.TaggedError("JobLostError")<{ readonly jobId: string }> {
  override get message(): string {
    return `job ${this.jobId} is not held by this worker any more`;
  }
}

/** A worker's hold on the job it runs. */
export interface JobLease {
  readonly owner: string;
  /**
   * Completes the job in the transaction that makes its result visible, so that a worker that was paused past its lease
   * can't write: the failure rolls everything back.
   */
  readonly complete: (within: Transaction) => Effect.Effect<void, JobLostError | StoreError>;
  /** While it waits for an answer of somebody else, another job may begin in its place. */
  readonly setIdle: (isIdle: boolean) => void;
}

export interface JobHandler<R> {
  /**
   * Does the work; it may run more than once. It is interrupted when the job is cancelled, the lease is lost or the
   * service stops. A failure or a defect is a failed attempt, tried again while attempts are left.
   */
  readonly run: (job: Job, lease: JobLease) => Effect.Effect<JobResult, unknown, R>;
  /**
   * The job is about to end failed: its attempts are used up or the handler said so. Runs before the job is marked and
   * again until it succeeds, so it can be relied on to leave a final state behind; it may run more than once. `by` is what the handler said.
   */
  readonly onExhausted?: (job: Job, lastError: string, by?: string) => Effect.Effect<void, unknown, R>;
}
