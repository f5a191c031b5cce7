import type { DatabaseService } from "@quarry/store";
import { Clock, Effect } from "effect";
import { jobFromRow } from "../job.ts";
import type { JobEvent, JobQueueService } from "../job-queue.ts";
import { cancelBySubject } from "./cancel-jobs.ts";
import { claimJob } from "./claim-job.ts";
import { countJobs } from "./count-jobs.ts";
import { enqueueJob } from "./enqueue-job.ts";
import { completeJob, extendLease, failJob, handBackJob } from "./held-job.ts";
import { pruneJobs } from "./prune-jobs.ts";
import { releaseLeases } from "./release-leases.ts";

export const makeSqlJobQueue = (database: DatabaseService): JobQueueService => {
  const listeners = new Set<(event: JobEvent) => void>();
  const publish = (event: JobEvent): void => {
    for (const listener of listeners) listener(event);
  };
  return {
    enqueue: (job, within) => atNow((time) => enqueueJob(database, job, time, within, publish)),
    claim: (kinds, owner, leaseMs) =>
      atNow((time) => database.run((kysely) => claimJob(kysely, kinds, owner, time, leaseMs))),
    heartbeat: (jobId, owner, leaseMs) =>
      atNow((time) => database.run((kysely) => extendLease(kysely, jobId, owner, time + leaseMs))),
    complete: (jobId, owner, within) =>
      atNow((time) => database.run((kysely) => completeJob(kysely, jobId, owner, time), within)),
    fail: (jobId, owner, attempt, within) =>
      atNow((time) => database.run((kysely) => failJob(kysely, jobId, owner, attempt, time), within)),
    handBack: (jobId, owner) => atNow((time) => database.run((kysely) => handBackJob(kysely, jobId, owner, time))),
    releaseAll: atNow((time) => database.run((kysely) => releaseLeases(kysely, time))),
    releaseOwnedBy: (owner) => atNow((time) => database.run((kysely) => releaseLeases(kysely, time, owner))),
    cancelBySubject: (subject, within) => cancelBySubject(database, subject, within, publish),
    recheckLeases: (within) =>
      Effect.sync(() => {
        if (within === undefined) publish({ type: "recheck" });
        else within.afterCommit(() => publish({ type: "recheck" }));
      }),
    find: (jobId) =>
      Effect.map(
        database.read((kysely) => kysely.selectFrom("jobs").selectAll().where("id", "=", jobId).executeTakeFirst()),
        (row) => (row === undefined ? undefined : jobFromRow(row)),
      ),
    counts: atNow((time) => database.read((kysely) => countJobs(kysely, time))),
    countsOf: (kind) => atNow((time) => database.read((kysely) => countJobs(kysely, time, kind))),
    prune: (finishedBefore) => pruneJobs(database, finishedBefore),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

const atNow = <A, E>(use: (time: number) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.flatMap(Clock.currentTimeMillis, use);
