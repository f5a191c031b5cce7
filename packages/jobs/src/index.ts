export { FIRST_RETRY_MS, LONGEST_RETRY_MS, RETRY_FACTOR, RETRY_JITTER, retryDelayMs } from "./backoff.ts";
export { DEFAULT_MAX_ATTEMPTS, type Job, type JobWait, type NewJob } from "./job.ts";
export { callerOf, JobCaller, onBehalfOf } from "./job-caller.ts";
export {
  done,
  failed,
  type JobHandler,
  type JobHold,
  JobLostError,
  type JobResult,
  type Park,
  parked,
  retry,
} from "./job-handler.ts";
export { bullMqJobQueueLayer, type BullMqOptions } from "./bullmq/bullmq-job-queue.ts";
export {
  type ClaimLimits,
  type FailedAttempt,
  type FinishedJobsKept,
  type JobCounts,
  type JobEvent,
  type JobListing,
  type JobListRequest,
  JobQueue,
  type JobQueueService,
  type JobStanding,
  type ListedJob,
  type StandingCounts,
} from "./job-queue.ts";
export {
  COMPLETED_JOBS_KEPT,
  DEFAULT_HEARTBEAT_MS,
  DEFAULT_LEASE_MS,
  DEFAULT_POLL_MS,
  DEFAULT_STOP_GRACE_MS,
  FAILED_JOBS_KEPT,
  FINISHED_JOBS_KEPT_MS,
  LENT_PLACES,
  runWorkers,
  type WorkerOptions,
} from "./run-workers.ts";
export { sqlJobQueueLayer } from "./sql/sql-job-queue.ts";
