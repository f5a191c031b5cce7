import { Database, type DatabaseService, type StoreError, type Tables, type Transaction } from "@quarry/store";
import { Effect, Layer } from "effect";
import type { Kysely } from "kysely";
import { type Job, jobFromRow } from "../job.ts";
import { JobCaller } from "../job-caller.ts";
import { type ClaimLimits, type JobEvent, JobQueue, type JobQueueService } from "../job-queue.ts";
import { cancelBySubject } from "./cancel-jobs.ts";
import { claimJob } from "./claim-job.ts";
import { countJobs, countWork } from "./count-jobs.ts";
import { enqueueJob } from "./enqueue-job.ts";
import { shiftJobTimes, TOLERATED_STEP_MS } from "./shift-job-times.ts";
import { completeJob, extendLease, failJob, handBackJob } from "./leased-job.ts";
import { FairJobOrder } from "./fair-job-order.ts";
import { listJobs } from "./list-jobs.ts";
import { openAmong } from "./open-jobs.ts";
import { parkJob, wakeJobs } from "./park-job.ts";
import { forgetFailed, pruneJobs } from "./prune-jobs.ts";
import { releaseLeases } from "./release-leases.ts";
import { requeueJob } from "./requeue-job.ts";

/**
 * Job queue in a table of the metadata database, so that a job can be written in one transaction with the data that it
 * is about.
 */
export const sqlJobQueueLayer: Layer.Layer<JobQueue, never, Database> = Layer.effect(
  JobQueue,
  Effect.map(Database, (database) => makeSqlJobQueue(database)),
);

export const makeSqlJobQueue = (database: DatabaseService): JobQueueService => {
  const listeners = new Set<(event: JobEvent) => void>();
  const publish = (event: JobEvent): Effect.Effect<void> =>
    Effect.sync(() => {
      for (const listener of listeners) listener(event);
    });
  const order = new FairJobOrder(database);
  let lastClaimAt = 0;
  const claim = Effect.fnUntraced(function* (
    kinds: readonly string[],
    owner: string,
    leaseMs: number,
    limits?: ClaimLimits,
  ): Effect.fn.Return<Job | undefined, StoreError> {
    const time = yield* database.currentTimeMillis;
    const previousClaimAt = lastClaimAt;
    const isSetBack = time < previousClaimAt - TOLERATED_STEP_MS;
    lastClaimAt = time;
    if (isSetBack) yield* correctClockStep(previousClaimAt - time);
    // Jobs moved back with the clock are due at the time of that change, which can be a millisecond after `time`.
    const claimedAt = isSetBack ? yield* database.currentTimeMillis : time;
    return yield* claimJob(database, order, kinds, { owner, time: claimedAt, leaseUntil: claimedAt + leaseMs }, limits);
  });
  const correctClockStep = Effect.fnUntraced(function* (observedStepMs?: number) {
    const time = yield* database.currentTimeMillis;
    const stepMs = yield* database.transaction((transaction) =>
      database.run((kysely) => shiftJobTimes(kysely, database.dialect, time, observedStepMs), transaction),
    );
    if (stepMs > 0)
      yield* Effect.logWarning(`the clock was set back by ${stepMs} ms or more; job due times are adjusted`);
  });
  const withCurrentTime = <A>(use: (time: number) => Effect.Effect<A, StoreError>): Effect.Effect<A, StoreError> =>
    Effect.flatMap(database.currentTimeMillis, use);
  /** Makes a change in a transaction, and publishes its event, if it has one, after the commit. */
  const publishing = <A>(
    within: Transaction | undefined,
    change: (kysely: Kysely<Tables>) => Promise<A>,
    eventOf: (changed: A) => JobEvent | false,
  ): Effect.Effect<A, StoreError> =>
    database.transaction(
      (transaction) =>
        Effect.tap(database.run(change, transaction), (changed) => {
          const event = eventOf(changed);
          return event === false ? Effect.void : Effect.sync(() => transaction.afterCommit(publish(event)));
        }),
      within,
    );
  const { dialect } = database;
  return {
    enqueue: (job, within) =>
      Effect.flatMap(JobCaller, (caller) =>
        withCurrentTime((time) =>
          publishing(
            within,
            (kysely) => enqueueJob(kysely, dialect, job, caller, time),
            (isAdded) => isAdded && { type: "enqueued", kind: job.kind },
          ),
        ),
      ),
    claim,
    heartbeat: (jobId, owner, leaseMs) =>
      withCurrentTime((time) => database.run((kysely) => extendLease(kysely, jobId, owner, time + leaseMs))),
    complete: (jobId, owner, within) =>
      withCurrentTime((time) => database.run((kysely) => completeJob(kysely, jobId, owner, time), within)),
    fail: (jobId, owner, attempt, within) =>
      withCurrentTime((time) => database.run((kysely) => failJob(kysely, jobId, owner, attempt, time), within)),
    park: (jobId, owner, park) => withCurrentTime((time) => parkJob(database, { ...park, jobId, owner, time })),
    wake: (kinds, waitsFor) =>
      Effect.tap(
        withCurrentTime((time) => wakeJobs(database, kinds, waitsFor, time)),
        (count) => (count > 0 ? publish({ type: "enqueued" }) : Effect.void),
      ),
    handBack: (jobId, owner) =>
      withCurrentTime((time) => database.run((kysely) => handBackJob(kysely, jobId, owner, time))),
    releaseAll: Effect.andThen(
      correctClockStep(),
      withCurrentTime((time) => database.run((kysely) => releaseLeases(kysely, time))),
    ),
    releaseExpired: Effect.andThen(
      correctClockStep(),
      withCurrentTime((time) => database.run((kysely) => releaseLeases(kysely, time, { expired: true }))),
    ),
    releaseOwnedBy: (owner) =>
      withCurrentTime((time) => database.run((kysely) => releaseLeases(kysely, time, { owner }))),
    cancelBySubject: (subject, within) =>
      Effect.map(
        publishing(
          within,
          (kysely) => cancelBySubject(kysely, dialect, subject),
          (jobIds) => jobIds.length > 0 && { type: "cancelled", jobIds },
        ),
        (jobIds) => jobIds.length,
      ),
    recheckLeases: (within) =>
      within === undefined
        ? publish({ type: "recheck" })
        : Effect.sync(() => within.afterCommit(publish({ type: "recheck" }))),
    requeue: (jobId, within) =>
      withCurrentTime((time) =>
        publishing(
          within,
          (kysely) => requeueJob(kysely, jobId, time),
          (isRequeued) => isRequeued && { type: "enqueued" },
        ),
      ),
    forgetFailed: (subject, within) => forgetFailed(database, subject, within),
    list: (request) => withCurrentTime((time) => database.read((kysely) => listJobs(kysely, request, time))),
    find: (jobId) =>
      Effect.map(
        database.read((kysely) => kysely.selectFrom("jobs").selectAll().where("id", "=", jobId).executeTakeFirst()),
        (row) => (row === undefined ? undefined : jobFromRow(row)),
      ),
    openAmong: (ids) => database.read((kysely) => openAmong(kysely, ids)),
    counts: withCurrentTime((time) => database.read((kysely) => countJobs(kysely, time))),
    workOf: (kind) => database.read((kysely) => countWork(kysely, kind)),
    prune: (retained) => pruneJobs(database, retained),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
