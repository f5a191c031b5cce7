import type { StoreError } from "@quarry/store";
import { Cause, Clock, Deferred, Effect, Exit, Latch } from "effect";
import { retryDelayMs } from "./backoff.ts";
import type { Job } from "./job.ts";
import { JobCaller } from "./job-caller.ts";
import { failed, type JobHandler, type JobLease, JobLostError, type JobResult, retry } from "./job-handler.ts";
import type { JobQueueService } from "./job-queue.ts";
import { type LeasedTask, recordEnd } from "./leased-work.ts";
import { WORKER_LOST } from "./sql/take-job.ts";

/** A claimed job. The effect ends it; what it can't write is mended when the lease runs out. */
export interface RunningJob<R> extends LeasedTask<R> {
  readonly job: Job;
  /** It has lent its slot to another job while it waits for somebody else. */
  readonly isIdle: boolean;
  /** Interrupts the handler; the job is left to its present owner. */
  readonly lose: () => void;
  /** Sends the next heartbeat now. */
  readonly recheck: () => void;
}

export interface LeaseOptions {
  readonly leaseMs: number;
  readonly heartbeatMs: number;
}

type Ending = JobResult | { readonly type: "lost" } | { readonly type: "stopped" };

/** One claimed job from start to end. `onIdle` is called when it lends its slot. */
export const runJob = <R>(
  queue: JobQueueService,
  handler: JobHandler<R>,
  job: Job,
  owner: string,
  lease: LeaseOptions,
  onIdle: () => void,
): RunningJob<R> => {
  const ended = Deferred.makeUnsafe<Ending>();
  const end = (ending: Ending) => void Deferred.doneUnsafe(ended, Exit.succeed(ending));
  const beatNow = Latch.makeUnsafe(false);
  const guarded = (work: Effect.Effect<Ending, never, R>) =>
    Effect.raceAllFirst([work, Deferred.await(ended), keepLease(queue, job, owner, lease, beatNow)]);
  const task = {
    job,
    isIdle: false,
    lose: () => end({ type: "lost" }),
    stop: () => end({ type: "stopped" }),
    recheck: () => void Latch.openUnsafe(beatNow),
    effect: Effect.gen(function* () {
      let ending = yield* guarded(attempt(handler, job, held));
      if (ending.type === "retry" && job.attempts >= job.maxAttempts) ending = failed(ending.error, ending.by);
      if (ending.type === "failed") ending = yield* guarded(exhaust(handler, job, ending));
      yield* recordEnd(`job ${job.id}`, settle(queue, job, owner, ending));
    }),
  };
  const held: JobLease = {
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
  // It was claimed as often as allowed, and never finished: it kills its worker.
  if (job.attempts > job.maxAttempts) return Effect.succeed(failed(job.error ?? WORKER_LOST));
  return Effect.suspend(() => handler.run(job, lease)).pipe(
    // Jobs that it enqueues belong to the same caller.
    Effect.provideService(JobCaller, job.caller),
    Effect.catchCause((cause) => Effect.as(logUnlessLost(job, cause), retry(describe(cause)))),
  );
};

/** A hook that fails is retried as the job: after a while, and without limit, since its work must be done. */
const exhaust = <R>(
  handler: JobHandler<R>,
  job: Job,
  { error, by }: { readonly error: string; readonly by?: string },
): Effect.Effect<JobResult, never, R> =>
  Effect.suspend(() => handler.onExhausted?.(job, error, by) ?? Effect.void).pipe(
    Effect.provideService(JobCaller, job.caller),
    Effect.as(failed(error, by)),
    Effect.catchCause((cause) =>
      Effect.as(Effect.logError(`can't end job ${job.id}; it is tried again`, cause), retry(error)),
    ),
  );

const settle = (
  queue: JobQueueService,
  job: Job,
  owner: string,
  ending: Ending,
): Effect.Effect<boolean, StoreError> => {
  switch (ending.type) {
    case "done":
      return queue.complete(job.id, owner);
    case "retry":
      return queue.fail(job.id, owner, {
        error: ending.error,
        retryInMs: ending.afterMs ?? retryDelayMs(job.attempts),
      });
    case "failed":
      return queue.fail(job.id, owner, { error: ending.error });
    case "parked":
      return queue.park(job.id, owner, ending);
    case "stopped":
      return queue.handBack(job.id, owner);
    case "lost":
      return Effect.succeed(false);
  }
};

/** Ends as "lost" when the job was cancelled or taken over, or when the lease can't be extended before it runs out. */
const keepLease = (
  queue: JobQueueService,
  job: Job,
  owner: string,
  lease: LeaseOptions,
  beatNow: Latch.Latch,
): Effect.Effect<{ readonly type: "lost" }> =>
  Effect.gen(function* () {
    let heldUntil = (yield* Clock.currentTimeMillis) + lease.leaseMs;
    for (;;) {
      yield* Effect.timeoutOption(beatNow.await, lease.heartbeatMs);
      Latch.closeUnsafe(beatNow);
      const time = yield* Clock.currentTimeMillis;
      const beat = yield* Effect.exit(queue.heartbeat(job.id, owner, lease.leaseMs));
      if (Exit.isSuccess(beat)) {
        if (!beat.value) return { type: "lost" } as const;
        heldUntil = time + lease.leaseMs;
      } else if (time + lease.heartbeatMs >= heldUntil) {
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
