import { Clock, Effect } from "effect";
import type { JobHandler } from "./job-handler.ts";
import { type ClaimLimits, JobQueue, type JobQueueService } from "./job-queue.ts";
import { runLeasedWork } from "./leased-work.ts";
import { type RunningJob, runJob } from "./run-job.ts";

/** Lease of a claim without a heartbeat. It is the longest wait of a document whose worker was killed. */
const DEFAULT_LEASE_MS = 30_000;
/** Heartbeat interval. Three fit into a lease, so a late or failed one loses nothing. */
const DEFAULT_HEARTBEAT_MS = 10_000;
/** Polling interval for delayed jobs and for jobs that other processes enqueue. Jobs of this process start at once. */
const DEFAULT_POLL_MS = 1_000;
/** Time that a shutdown waits for running jobs before it requeues them. */
const DEFAULT_STOP_GRACE_MS = 10_000;
/** Retention of finished jobs: one day, for inspection. Their count is retained permanently. */
const FINISHED_JOB_RETENTION_MS = 24 * 3_600_000;
/**
 * Newest completed and failed jobs retained per kind, so that a busy day does not make the table grow. Operators don't
 * inspect more successes; failed jobs can each be run again.
 */
const MAX_COMPLETED_JOBS = 1_000;
const MAX_FAILED_JOBS = 10_000;
const PRUNE_EVERY_MS = 60_000;
/** Slots that idle jobs can lend, per slot. The limit exists because waiting jobs stay in memory. */
export const LENT_SLOTS = 2;

export interface WorkerOptions<R> {
  /** Handlers by kind of job. */
  readonly kinds: Readonly<Record<string, JobHandler<R>>>;
  /** Concurrent jobs. Jobs that wait for an external response and have lent their slot do not count. */
  readonly concurrency: number;
  /**
   * Additional slots for callers and families that use no slot: their jobs start at once, however long the others take.
   * The last one is for callers that use none. Default 0.
   */
  readonly guestSlots?: number;
  /** Name of this worker process, unique among all that share the queue. Without `#`. */
  readonly owner: string;
  /** Default {@link DEFAULT_LEASE_MS}. */
  readonly leaseMs?: number;
  /** Default {@link DEFAULT_HEARTBEAT_MS}; must be well below `leaseMs`. */
  readonly heartbeatMs?: number;
  /** Default {@link DEFAULT_POLL_MS}. */
  readonly pollMs?: number;
  /** Default {@link DEFAULT_STOP_GRACE_MS}. */
  readonly stopGraceMs?: number;
  /**
   * Delay before an idle worker starts a newly enqueued job. Changes that arrive meanwhile for the same work are done
   * with it, and the caller that enqueued it has its response. Jobs already queued start at once. Default 0.
   */
  readonly gatherMs?: number;
  /**
   * Evaluated before each claim. While it is true, no claim is made, so that jobs that could only fail use up no
   * attempts. Must cost nothing while it is false. Default: never paused.
   */
  readonly isPaused?: Effect.Effect<boolean>;
}

/**
 * Claims and runs jobs until interrupted. Then it claims no more, waits up to `stopGraceMs` for running jobs,
 * interrupts the rest and requeues them without counting the attempt. The interruption returns when that is done.
 */
export const runWorkers = <R>(options: WorkerOptions<R>): Effect.Effect<never, never, JobQueue | R> =>
  Effect.gen(function* () {
    const queue = yield* JobQueue;
    const { kinds, owner, leaseMs = DEFAULT_LEASE_MS, heartbeatMs = DEFAULT_HEARTBEAT_MS } = options;
    const names = Object.keys(kinds);
    return yield* runLeasedWork<RunningJob<R>, R>(({ running, wake }) => ({
      name: "jobs",
      owner,
      batch: 1,
      claim: Effect.fnUntraced(function* (claimOwner: string) {
        const free = freeSlots([...running.keys()], options);
        if (free === undefined || (yield* options.isPaused ?? NEVER_PAUSED)) return [];
        const job = yield* queue.claim(names, claimOwner, leaseMs, free.limits);
        if (job === undefined) return [];
        return [runJob(queue, kinds[job.kind]!, job, claimOwner, { leaseMs, heartbeatMs }, wake)];
      }),
      pollMs: options.pollMs ?? DEFAULT_POLL_MS,
      subscribe: () => {
        const delayedWake = coalesceCalls(options.gatherMs ?? 0, wake);
        const unsubscribe = queue.subscribe((event) => {
          if (event.type === "enqueued") {
            if (event.kind === undefined || event.kind in kinds) delayedWake.begin();
          } else if (event.type === "recheck") for (const task of running.keys()) task.recheck();
          else for (const task of running.keys()) if (event.jobIds.includes(task.job.id)) task.abandon();
        });
        return () => {
          unsubscribe();
          delayedWake.end();
        };
      },
      stopGraceMs: options.stopGraceMs ?? DEFAULT_STOP_GRACE_MS,
      releaseOwned: queue.releaseOwnedBy(owner),
      prune: prune(queue),
      pruneEveryMs: PRUNE_EVERY_MS,
    }));
  });

/** Batches calls: `then` runs once, this long after the first `begin` since its last run. */
const coalesceCalls = (milliseconds: number, then: () => void) => {
  let timer: NodeJS.Timeout | undefined;
  const call = () => {
    timer = undefined;
    then();
  };
  const begin = () => {
    if (milliseconds === 0) then();
    else timer ??= setTimeout(call, milliseconds);
  };
  return { begin, end: () => clearTimeout(timer) };
};

const NEVER_PAUSED = Effect.succeed(false);

/**
 * Returns the limits of the next claim, or undefined if there is no free slot. If all regular slots are taken, there
 * may be one for callers that use none.
 */
const freeSlots = <R>(
  running: readonly RunningJob<R>[],
  { concurrency, guestSlots = 0 }: WorkerOptions<R>,
): { readonly limits?: ClaimLimits } | undefined => {
  const busy = running.filter(({ isIdle }) => !isIdle);
  const idle = running.length - busy.length;
  const taken = running.length - Math.min(idle, concurrency * LENT_SLOTS);
  if (taken < concurrency) return {};
  const freeSlotCount = concurrency + guestSlots - taken;
  return freeSlotCount <= 0
    ? undefined
    : { limits: { leased: busy.map(({ job }) => job), newCallersOnly: freeSlotCount === 1 } };
};

const prune = (queue: JobQueueService) =>
  Effect.flatMap(Clock.currentTimeMillis, (time) =>
    queue.prune({
      since: time - FINISHED_JOB_RETENTION_MS,
      completed: MAX_COMPLETED_JOBS,
      failed: MAX_FAILED_JOBS,
    }),
  );
