// Order and shares of work among owners. Imports effect, which worker threads must not; they take `@quarry/plugin/time-slice`.
export { FairQueue, type Queued } from "./fair-queue.ts";
export { FairScheduler, type SchedulerLimits, type TaskOwner } from "./fair-scheduler.ts";
export { groupedWrites } from "./grouped-writes.ts";
export { TokenBucket, TokenBuckets, type TokenRate } from "./token-bucket.ts";
