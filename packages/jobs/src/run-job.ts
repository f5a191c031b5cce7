import type { StoreError } from "@quarry/store";
import { Cause, Clock, Deferred, Effect, Exit, Latch } from "effect";
import { retryDelayMs } from "./backoff.ts";
import type { Job } from "./job.ts";
import { JobCaller } from "./job-caller.ts";
import { failed, type JobHandler, type JobLease, JobLostError, type JobResult, retry } from "./job-handler.ts";
import type { JobQueueService } from "./job-queue.ts";
import { type LeasedTask, recordEnd } from "./leased-work.ts";
import { WORKER_LOST } from "./sql/claim-first.ts";

/** Claimed job. The effect ends it; whatever it can't write is recovered when the lease expires. */
export interface RunningJob<R> extends LeasedTask<R> {
  readonly job: Job;
  /** Whether it has lent its slot to another job while it waits for an external response. */
  readonly isIdle: boolean;
  /** Interrupts the handler and leaves the job to its present owner. */
  readonly abandon: () => void;
  /** Sends the next heartbeat now. */
  readonly recheck: () => void;
}

export interface LeaseOptions {
  readonly leaseMs: number;
  readonly heartbeatMs: number;
}

type JobOutcome = JobResult | { readonly type: "lost" } | { readonly type: "stopped" };

/** Runs one claimed job from start to end. `onIdle` is called when it lends its slot. */
export const runJob = <R>(
  queue: JobQueueService,
  handler: JobHandler<R>,
  job: Job,
  owner: string,
  lease: LeaseOptions,
  onIdle: () => void,
): RunningJob<R> => {
  const ended = Deferred.makeUnsafe<JobOutcome>();
  const end = (outcome: JobOutcome) => void Deferred.doneUnsafe(ended, Exit.succeed(outcome));
  const heartbeatNow = Latch.makeUnsafe(false);
  const guarded = (work: Effect.Effect<JobOutcome, never, R>) =>
    Effect.raceAllFirst([work, Deferred.await(ended), maintainLease(queue, job, owner, lease, heartbeatNow)]);
  const task = {
    job,
    isIdle: false,
    abandon: () => end({ type: "lost" }),
    stop: () => end({ type: "stopped" }),
    recheck: () => void Latch.openUnsafe(heartbeatNow),
    effect: Effect.gen(function* () {
      let outcome = yield* guarded(attempt(handler, job, jobLease));
      if (outcome.type === "retry" && job.attempts >= job.maxAttempts) outcome = failed(outcome.error, outcome.by);
      if (outcome.type === "failed") outcome = yield* guarded(runOnExhausted(handler, job, outcome));
      yield* recordEnd(`job ${job.id}`, settle(queue, job, owner, outcome));
    }),
  };
  const jobLease: JobLease = {
    owner,
    setIdle: (isIdle) => {
      const hasChanged = isIdle !== task.isIdle;
      task.isIdle = isIdle;
      if (isIdle && hasChanged) onIdle();
    },
    complete: (within) =>
      Effect.flatMap(queue.complete(job.id, owner, within), (isLeased) =>
        isLeased ? Effect.void : Effect.fail(new JobLostError({ jobId: job.id })),
      ),
  };
  return task;
};

const attempt = <R>(handler: JobHandler<R>, job: Job, lease: JobLease): Effect.Effect<JobResult, never, R> => {
  // The job was claimed as often as allowed and never finished: it kills its worker.
  if (job.attempts > job.maxAttempts) return Effect.succeed(failed(job.error ?? WORKER_LOST));
  return Effect.suspend(() => handler.run(job, lease)).pipe(
    // Jobs that it enqueues belong to the same caller.
    Effect.provideService(JobCaller, job.caller),
    Effect.catchCause((cause) => Effect.as(logUnlessLost(job, cause), retry(describe(cause)))),
  );
};

/** Retries a failed hook like a job, with backoff but without limit, since its work must be done. */
const runOnExhausted = <R>(
  handler: JobHandler<R>,
  job: Job,
  { error, by }: { readonly error: string; readonly by?: string },
): Effect.Effect<JobResult, never, R> =>
  Effect.suspend(() => handler.onExhausted?.(job, error, by) ?? Effect.void).pipe(
    Effect.provideService(JobCaller, job.caller),
    Effect.as(failed(error, by)),
    Effect.catchCause((cause) =>
      Effect.as(Effect.logError(`can't complete job ${job.id}; it is tried again`, cause), retry(error)),
    ),
  );

const settle = (
  queue: JobQueueService,
  job: Job,
  owner: string,
  outcome: JobOutcome,
): Effect.Effect<boolean, StoreError> => {
  switch (outcome.type) {
    case "done":
      return queue.complete(job.id, owner);
    case "retry":
      return queue.fail(job.id, owner, {
        error: outcome.error,
        retryInMs: outcome.afterMs ?? retryDelayMs(job.attempts),
      });
    case "failed":
      return queue.fail(job.id, owner, { error: outcome.error });
    case "parked":
      return queue.park(job.id, owner, outcome);
    case "stopped":
      return queue.handBack(job.id, owner);
    case "lost":
      return Effect.succeed(false);
  }
};

/**
 * Extends the lease by heartbeats. Ends as "lost" when the job was cancelled or taken over, or when the lease can't be
 * extended before it expires.
 */
const maintainLease = (
  queue: JobQueueService,
  job: Job,
  owner: string,
  lease: LeaseOptions,
  heartbeatNow: Latch.Latch,
): Effect.Effect<{ readonly type: "lost" }> =>
  Effect.gen(function* () {
    let leasedUntil = (yield* Clock.currentTimeMillis) + lease.leaseMs;
    for (;;) {
      yield* Effect.timeoutOption(heartbeatNow.await, lease.heartbeatMs);
      Latch.closeUnsafe(heartbeatNow);
      const time = yield* Clock.currentTimeMillis;
      const heartbeat = yield* Effect.exit(queue.heartbeat(job.id, owner, lease.leaseMs));
      if (Exit.isSuccess(heartbeat)) {
        if (!heartbeat.value) return { type: "lost" } as const;
        leasedUntil = time + lease.leaseMs;
      } else if (time + lease.heartbeatMs >= leasedUntil) {
        return { type: "lost" } as const;
      }
    }
  });

const logUnlessLost = (job: Job, cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Cause.squash(cause) instanceof JobLostError
    ? Effect.void
    : Effect.logWarning(`attempt ${job.attempts} of job ${job.id} failed`, cause);

const describe = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause);
  return error instanceof Error ? error.message : String(error);
};
