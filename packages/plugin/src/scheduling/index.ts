// Scheduling and fair sharing of work among owners. Imports effect, which worker threads must not load; they import
// `@quarry/plugin/time-slice`.
export { FairQueue, type Queued } from "./fair-queue.ts";
export { FairScheduler, type SchedulerLimits, type TaskOwner } from "./fair-scheduler.ts";
export { groupedWrites } from "./grouped-writes.ts";
export { TokenBucket, TokenBuckets, type TokenRate } from "./token-bucket.ts";
