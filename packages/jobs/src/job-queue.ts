import type { Page, PageRequest, StoreError, Transaction } from "@quarry/store";
import { Context, type Effect } from "effect";
import type { Job, NewJob } from "./job.ts";
import type { Park } from "./job-handler.ts";

export interface FailedAttempt {
  /** Error shown to operators, and passed on when the job ends as failed. */
  readonly error: string;
  /** Milliseconds until it is queued again. Omitted: the job ends as failed. */
  readonly retryInMs?: number;
}

/** Value of `queue` in `/v1/stats`. Finished jobs are counted permanently, even after they are pruned. */
export interface JobCounts {
  /** Jobs ready to run. */
  readonly queued: number;
  /** Jobs that are not due yet: retries and delayed jobs. */
  readonly pending: number;
  /** Jobs leased by a worker. */
  readonly processing: number;
  readonly completed: number;
  readonly failed: number;
}

/** Counts of jobs that don't wait. */
export type WorkCounts = Omit<JobCounts, "queued" | "pending">;

/** Retention limits of finished jobs: a job is retained until it exceeds one of them. */
export interface FinishedJobsRetained {
  /** Epoch milliseconds. */
  readonly since: number;
  /** Number of the newest completed and failed jobs retained per kind. */
  readonly completed: number;
  readonly failed: number;
}

/** State of a job as shown to operators: a queued job is `queued` when due, otherwise `waiting`. */
export type JobStanding = "queued" | "waiting" | "processing" | "completed" | "failed";

/** Counts of the retained jobs. `stuck` jobs are among those in processing. */
export type StandingCounts = Readonly<Record<JobStanding | "stuck", number>>;

export interface JobListRequest extends PageRequest {
  readonly standing?: JobStanding;
  readonly kind?: string;
  /** Whether to return only jobs in processing that look stuck. Default false. */
  readonly stuck?: boolean;
  /** Kinds that may take any time: their jobs are stuck only once their lease has expired. Default none. */
  readonly patientKinds?: readonly string[];
}

export interface ListedJob extends Job {
  readonly standing: JobStanding;
  /** Whether its lease has expired, or it has been leased much longer than is usual for its kind. */
  readonly isStuck: boolean;
}

export interface JobListing extends Page<ListedJob> {
  /** Counts of all retained jobs, or of those of the requested kind. */
  readonly counts: StandingCounts;
}

/**
 * Limits of a claim by a worker whose regular slots are taken, and which has guest slots left for callers and families
 * that use none.
 */
export interface ClaimLimits {
  /** Callers and families of the jobs that it runs now. No other job of these families is claimed. */
  readonly leased: readonly Pick<Job, "caller" | "family">[];
  /** Whether other jobs of these callers are excluded too. */
  readonly newCallersOnly: boolean;
}

export type JobEvent =
  /** Without a kind: jobs of any kind. */
  | { readonly type: "enqueued"; readonly kind?: string }
  | { readonly type: "cancelled"; readonly jobIds: readonly string[] }
  | { readonly type: "recheck" };

/**
 * Durable queue of jobs with leases. A claim counts as an attempt from its beginning, so a job that kills its worker
 * also ends. The holder of a job proves it by `owner`, which must be different for every claim.
 */
export interface JobQueueService {
  /**
   * Enqueues for {@link JobCaller}. Returns false if a job of this id exists already. Workers of this process wake up
   * once it is committed.
   */
  readonly enqueue: (job: NewJob, within?: Transaction) => Effect.Effect<boolean, StoreError>;
  /**
   * Claims a job of these kinds: first one whose lease has expired, otherwise in fair order. Callers take turns, then
   * the families of the caller; of a family, the job that has been due longest comes first. Returns undefined if there
   * is none. A job returned with `attempts > maxAttempts` has used them up and must be ended, not run. With limits, no
   * job with an expired lease is claimed.
   */
  readonly claim: (
    kinds: readonly string[],
    owner: string,
    leaseMs: number,
    limits?: ClaimLimits,
  ) => Effect.Effect<Job | undefined, StoreError>;
  /** Extends the lease. Returns false if the job is no longer the owner's: its work must stop. */
  readonly heartbeat: (jobId: string, owner: string, leaseMs: number) => Effect.Effect<boolean, StoreError>;
  /** Returns false if the job is no longer the owner's. A transaction must then fail. */
  readonly complete: (jobId: string, owner: string, within?: Transaction) => Effect.Effect<boolean, StoreError>;
  /** Returns false if the job is no longer the owner's. */
  readonly fail: (
    jobId: string,
    owner: string,
    attempt: FailedAttempt,
    within?: Transaction,
  ) => Effect.Effect<boolean, StoreError>;
  /**
   * Queues an unfinished job as if it had not been claimed, to wait for a dependency. Returns false if it is not the
   * owner's.
   */
  readonly park: (jobId: string, owner: string, park: Park) => Effect.Effect<boolean, StoreError>;
  /** Makes parked jobs of these kinds due: those that wait for `waitsFor`, or all. Returns their number. */
  readonly wake: (kinds: readonly string[], waitsFor?: string) => Effect.Effect<number, StoreError>;
  /** Queues an unfinished job again as if it had not been claimed. Returns false if it is no longer the owner's. */
  readonly handBack: (jobId: string, owner: string) => Effect.Effect<boolean, StoreError>;
  /**
   * Releases all leases. For the start of the only process on this database: every lease belongs to a dead process.
   * Returns their number.
   */
  readonly releaseAll: Effect.Effect<number, StoreError>;
  /**
   * Releases expired leases. For the start of one of several processes on this database. `claim` takes such jobs as
   * well; this makes them count as queued at once. Returns their number.
   */
  readonly releaseExpired: Effect.Effect<number, StoreError>;
  /** Releases the leases of one worker process, identified by the `owner` of its `runWorkers`. */
  readonly releaseOwnedBy: (owner: string) => Effect.Effect<number, StoreError>;
  /** Deletes the unfinished jobs on this subject. Those that run in this process are interrupted at once. */
  readonly cancelBySubject: (subject: string, within?: Transaction) => Effect.Effect<number, StoreError>;
  /**
   * Makes the workers of this process check now whether they still hold their leases, after code outside this service
   * has deleted jobs (as the removal of a collection does). With `within`, once that is committed.
   */
  readonly recheckLeases: (within?: Transaction) => Effect.Effect<void>;
  /**
   * Queues a failed job again, with fresh attempts. Its error stays visible until it ends otherwise. Returns false if
   * it is not failed.
   */
  readonly requeue: (jobId: string, within?: Transaction) => Effect.Effect<boolean, StoreError>;
  /** Deletes the failed jobs on this subject, which are superseded by newer state. Their count is retained. */
  readonly forgetFailed: (subject: string, within?: Transaction) => Effect.Effect<number, StoreError>;
  /**
   * Lists jobs for operators: finished ones latest first, waiting ones by due time, those in processing longest lease
   * first. Without a standing, newest first.
   */
  readonly list: (request: JobListRequest) => Effect.Effect<JobListing, StoreError>;
  readonly find: (jobId: string) => Effect.Effect<Job | undefined, StoreError>;
  /** Returns which of these jobs exist and have not ended. Accepts hundreds of ids at a time. */
  readonly openAmong: (ids: readonly string[]) => Effect.Effect<ReadonlySet<string>, StoreError>;
  /** Counts jobs by state. Reads all waiting jobs. */
  readonly counts: Effect.Effect<JobCounts, StoreError>;
  /** Counts the jobs of one kind. Cheap however many wait. */
  readonly workOf: (kind: string) => Effect.Effect<WorkCounts, StoreError>;
  /**
   * Deletes the finished jobs beyond these limits, a few at a time; their count is retained. Returns the number of
   * deleted jobs.
   */
  readonly prune: (retained: FinishedJobsRetained) => Effect.Effect<number, StoreError>;
  /**
   * Calls `listener` for changes made through this service in this process, and in other processes if the queue is
   * notified of those. Returns a function that removes the listener.
   */
  readonly subscribe: (listener: (event: JobEvent) => void) => () => void;
}

export class JobQueue extends Context.Service<JobQueue, JobQueueService>()("@quarry/jobs/JobQueue") {}
