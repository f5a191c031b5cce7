import { Clock, Effect } from "effect";
import type { JobHandler } from "./job-handler.ts";
import { type ClaimLimits, JobQueue, type JobQueueService } from "./job-queue.ts";
import { runLeasedWork } from "./leased-work.ts";
import { type RunningJob, runJob } from "./run-job.ts";

/** Lease of a claim without a heartbeat: the longest that a document waits after its worker was killed. */
const DEFAULT_LEASE_MS = 30_000;
/** Three heartbeats fit into a lease, so that one that is late or fails loses nothing. */
const DEFAULT_HEARTBEAT_MS = 10_000;
/** Jobs of this process start at once; this is for delayed ones and for those that other processes enqueue. */
const DEFAULT_POLL_MS = 1_000;
/** Time that a stop waits for running jobs before it hands them back. */
const DEFAULT_STOP_GRACE_MS = 10_000;
/** Finished jobs are kept for a day to look at; their number is kept for ever. */
const FINISHED_JOBS_KEPT_MS = 24 * 3_600_000;
/**
 * And no more than the newest of each kind, so that the table doesn't grow with what a busy day brings. Nobody looks
 * through more that went well; of those that failed each may be run again.
 */
const COMPLETED_JOBS_KEPT = 1_000;
const FAILED_JOBS_KEPT = 10_000;
const PRUNE_EVERY_MS = 60_000;
/** Places that may be lent, for each there is: what waits is held in memory all the same. */
export const LENT_SLOTS = 2;

export interface WorkerOptions<R> {
  /** The handlers, by kind of job. */
  readonly kinds: Readonly<Record<string, JobHandler<R>>>;
  /** Jobs at the same time, those not counted that wait for somebody else and have lent their place. */
  readonly concurrency: number;
  /**
   * Places beside those, for callers and families that hold none: however long what others have takes, these begin at once.
   * The last is for callers that hold none. Default 0.
   */
  readonly guestSlots?: number;
  /** Names this worker process; must be unique among all that share the queue. Without `#`. */
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
   * Time that an idle worker leaves a newly enqueued job alone: changes that come meanwhile for the same work are done
   * with it, and the caller that enqueued it has been answered. Jobs already there are begun at once. Default 0.
   */
  readonly gatherMs?: number;
  /**
   * Asked before each claim: while it is true none is made, so that jobs that could only fail use up no attempts. Must
   * cost nothing while it is false. Default: never.
   */
  readonly isPaused?: Effect.Effect<boolean>;
}

/**
 * Claims and runs jobs until interrupted. Then it claims no more, waits up to `stopGraceMs` for what runs, interrupts
 * the rest and queues it again with the attempt not counted; the interruption returns when that is done.
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
        const gathering = gather(options.gatherMs ?? 0, wake);
        const unsubscribe = queue.subscribe((event) => {
          if (event.type === "enqueued") {
            if (event.kind === undefined || event.kind in kinds) gathering.begin();
          } else if (event.type === "recheck") for (const task of running.keys()) task.recheck();
          else for (const task of running.keys()) if (event.jobIds.includes(task.job.id)) task.lose();
        });
        return () => {
          unsubscribe();
          gathering.end();
        };
      },
      stopGraceMs: options.stopGraceMs ?? DEFAULT_STOP_GRACE_MS,
      releaseOwned: queue.releaseOwnedBy(owner),
      prune: prune(queue),
      pruneEveryMs: PRUNE_EVERY_MS,
    }));
  });

/** Calls `then` so long after the first beginning since it was called last. */
const gather = (milliseconds: number, then: () => void) => {
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
 * Limits of the next claim; undefined when there is no free slot. Where all regular slots are taken there may be one
 * for callers that hold none.
 */
const freeSlots = <R>(
  running: readonly RunningJob<R>[],
  { concurrency, guestSlots = 0 }: WorkerOptions<R>,
): { readonly limits?: ClaimLimits } | undefined => {
  const holders = running.filter(({ isIdle }) => !isIdle);
  const idle = running.length - holders.length;
  const taken = running.length - Math.min(idle, concurrency * LENT_SLOTS);
  if (taken < concurrency) return {};
  const left = concurrency + guestSlots - taken;
  return left <= 0 ? undefined : { limits: { leased: holders.map(({ job }) => job), newCallersOnly: left === 1 } };
};

const prune = (queue: JobQueueService) =>
  Effect.flatMap(Clock.currentTimeMillis, (time) =>
    queue.prune({
      since: time - FINISHED_JOBS_KEPT_MS,
      completed: COMPLETED_JOBS_KEPT,
      failed: FAILED_JOBS_KEPT,
    }),
  );
