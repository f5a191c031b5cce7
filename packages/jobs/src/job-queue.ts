import type { Page, PageRequest, StoreError, Transaction } from "@quarry/store";
import { Context, type Effect } from "effect";
import type { Job, NewJob } from "./job.ts";
import type { Park } from "./job-handler.ts";

export interface FailedAttempt {
  /** Shown to operators, and passed on when the job ends failed. */
  readonly error: string;
  /** Queue it again after this long. Left out: the job ends failed. */
  readonly retryInMs?: number;
}

/** The `queue` of `/v1/stats`. Finished jobs are counted for ever, also after they were pruned. */
export interface JobCounts {
  /** Ready to run. */
  readonly queued: number;
  /** Waiting for their time: a retry or a delayed job. */
  readonly pending: number;
  /** Held by a worker. */
  readonly processing: number;
  readonly completed: number;
  readonly failed: number;
}

/** Jobs that don't wait. */
export type WorkCounts = Omit<JobCounts, "queued" | "pending">;

/** Limits of the kept finished jobs: a job is kept until one of these bounds is reached. */
export interface FinishedJobsRetained {
  /** Epoch milliseconds. */
  readonly since: number;
  /** Newest completed and failed ones of each kind. */
  readonly completed: number;
  readonly failed: number;
}

/** Where a job stands for who looks at it: what is queued is due, or waits for its time. */
export type JobStanding = "queued" | "waiting" | "processing" | "completed" | "failed";

/** Of the jobs that are kept. `stuck` ones are among those in processing. */
export type StandingCounts = Readonly<Record<JobStanding | "stuck", number>>;

export interface JobListRequest extends PageRequest {
  readonly standing?: JobStanding;
  readonly kind?: string;
  /** Only those in processing that look stuck. Default false. */
  readonly stuck?: boolean;
  /** Kinds that may take any time: they are stuck when their lease has run out, and not before. Default none. */
  readonly patientKinds?: readonly string[];
}

export interface ListedJob extends Job {
  readonly standing: JobStanding;
  /** Its lease has run out, or it is held much longer than is usual for its kind. */
  readonly isStuck: boolean;
}

export interface JobListing extends Page<ListedJob> {
  /** Counts of all kept jobs, or of those of the requested kind. */
  readonly counts: StandingCounts;
}

/**
 * Limits of a claim by a worker whose regular slots are taken, and which has some left for callers and families that
 * hold none.
 */
export interface ClaimLimits {
  /** Of whom it runs jobs now. No other job of these families is given. */
  readonly leased: readonly Pick<Job, "caller" | "family">[];
  /** Nor any other of these callers. */
  readonly newCallersOnly: boolean;
}

export type JobEvent =
  /** Without a kind: of any. */
  | { readonly type: "enqueued"; readonly kind?: string }
  | { readonly type: "cancelled"; readonly jobIds: readonly string[] }
  | { readonly type: "recheck" };

/**
 * Durable jobs with leases. A claim counts as an attempt when it begins, so that a job that kills its worker ends too;
 * whoever holds a job proves it by `owner`, which must be different for every claim.
 */
export interface JobQueueService {
  /** For {@link JobCaller}. False when a job of this id exists already. Workers of this process wake up when it is committed. */
  readonly enqueue: (job: NewJob, within?: Transaction) => Effect.Effect<boolean, StoreError>;
  /**
   * Takes a job of these kinds: one whose lease has run out first, else of the caller whose turn it is, of its families
   * the one whose turn it is, and of that the one that has been due longest. Undefined when there is none. A job that comes with `attempts > maxAttempts` has used them up and must be ended, not run. With limits no job
   * is given whose lease has run out.
   */
  readonly claim: (
    kinds: readonly string[],
    owner: string,
    leaseMs: number,
    limits?: ClaimLimits,
  ) => Effect.Effect<Job | undefined, StoreError>;
  /** Extends the lease. False: the job is not the owner's any more, and its work must stop. */
  readonly heartbeat: (jobId: string, owner: string, leaseMs: number) => Effect.Effect<boolean, StoreError>;
  /** False when the job is not the owner's any more: in a transaction, fail it then. */
  readonly complete: (jobId: string, owner: string, within?: Transaction) => Effect.Effect<boolean, StoreError>;
  /** False when the job is not the owner's any more. */
  readonly fail: (
    jobId: string,
    owner: string,
    attempt: FailedAttempt,
    within?: Transaction,
  ) => Effect.Effect<boolean, StoreError>;
  /** Queues an unfinished job as if it had not been claimed, to wait for somebody else. False when it is not the owner's. */
  readonly park: (jobId: string, owner: string, park: Park) => Effect.Effect<boolean, StoreError>;
  /** Makes parked jobs of these kinds due: those that wait for `waitsFor`, or all. Returns how many. */
  readonly wake: (kinds: readonly string[], waitsFor?: string) => Effect.Effect<number, StoreError>;
  /** Queues an unfinished job again as if it had not been claimed. False when it is not the owner's any more. */
  readonly handBack: (jobId: string, owner: string) => Effect.Effect<boolean, StoreError>;
  /** For the start of the only process on this database: every lease is a dead one's. Returns how many there were. */
  readonly releaseAll: Effect.Effect<number, StoreError>;
  /**
   * Ends the leases that have run out; for the start of one of several processes on this database. `claim` takes such jobs
   * as well; this makes them count as queued at once. Returns how many there were.
   */
  readonly releaseExpired: Effect.Effect<number, StoreError>;
  /** Ends the leases of one worker process, given the `owner` of its `runWorkers`. */
  readonly releaseOwnedBy: (owner: string) => Effect.Effect<number, StoreError>;
  /** Deletes the unfinished jobs on this subject; those that run in this process are interrupted at once. */
  readonly cancelBySubject: (subject: string, within?: Transaction) => Effect.Effect<number, StoreError>;
  /**
   * Makes the workers of this process check now whether they still hold their jobs, after others than this service have
   * deleted some (the removal of a collection does). With `within`, once that is committed.
   */
  readonly recheckLeases: (within?: Transaction) => Effect.Effect<void>;
  /**
   * Queues a failed job again, with fresh attempts; its error stays to be seen until it ends otherwise. False when it is
   * not failed.
   */
  readonly requeue: (jobId: string, within?: Transaction) => Effect.Effect<boolean, StoreError>;
  /** Deletes the failed jobs on this subject, which are answered by something newer; their number is kept. */
  readonly forgetFailed: (subject: string, within?: Transaction) => Effect.Effect<number, StoreError>;
  /**
   * For who runs the service. Finished ones latest first, waiting ones by their time, those in processing by how long
   * they are held; without a standing, newest first.
   */
  readonly list: (request: JobListRequest) => Effect.Effect<JobListing, StoreError>;
  readonly find: (jobId: string) => Effect.Effect<Job | undefined, StoreError>;
  /** Returns the ids of the jobs among these that exist and have not ended; hundreds at a time. */
  readonly openAmong: (ids: readonly string[]) => Effect.Effect<ReadonlySet<string>, StoreError>;
  /** Reads all jobs that wait. */
  readonly counts: Effect.Effect<JobCounts, StoreError>;
  /** Of one kind; costs little however many wait. */
  readonly workOf: (kind: string) => Effect.Effect<WorkCounts, StoreError>;
  /** Deletes the finished jobs beyond these bounds, a few at a time; their number is kept. Returns how many. */
  readonly prune: (retained: FinishedJobsRetained) => Effect.Effect<number, StoreError>;
  /**
   * Calls `listener` for changes made through this service in this process, and in other processes where the queue can
   * hear of those. Returns how to stop that.
   */
  readonly subscribe: (listener: (event: JobEvent) => void) => () => void;
}

export class JobQueue extends Context.Service<JobQueue, JobQueueService>()("@quarry/jobs/JobQueue") {}
