// Durable jobs: leased by one process at a time, retried, and taken over by another process when that one dies.
export { withJitter } from "./backoff.ts";
export type { Job, JobWait, NewJob } from "./job.ts";
export { onBehalfOf } from "./job-caller.ts";
export {
  done,
  failed,
  type JobHandler,
  type JobLease,
  JobLostError,
  type JobResult,
  parked,
  retry,
} from "./job-handler.ts";
export { bullMqJobQueueLayer } from "./bullmq/bullmq-job-queue.ts";
export {
  type JobEvent,
  type JobListing,
  type JobListRequest,
  JobQueue,
  type JobQueueService,
  type ListedJob,
} from "./job-queue.ts";
export { type LeasedTask, recordEnd, runLeasedWork } from "./leased-work.ts";
export { LENT_SLOTS, runWorkers, type WorkerOptions } from "./run-workers.ts";
export { sqlJobQueueLayer } from "./sql/sql-job-queue.ts";
