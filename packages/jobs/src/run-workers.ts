import { Cause, Clock, Effect, Exit, Fiber, Option, Queue } from "effect";
import { claimOwner } from "./claim-owner.ts";
import type { Job } from "./job.ts";
import type { JobHandler } from "./job-handler.ts";
import { type ClaimLimits, JobQueue, type JobQueueService } from "./job-queue.ts";
import { type RunningJob, runJob } from "./run-job.ts";

/** Lease of a claim without a heartbeat: the longest that a document waits after its worker was killed. */
const DEFAULT_LEASE_MS = 30_000;
/** Three heartbeats fit into a lease, so that one that is late or fails loses nothing. */
const DEFAULT_HEARTBEAT_MS = 10_000;
/** Jobs of this process start at once; this is for delayed ones and for those that other processes enqueue. */
const DEFAULT_POLL_MS = 1_000;
/** Time that a stop waits for running jobs before it hands them back. */
const DEFAULT_STOP_GRACE_MS = 10_000;
/** Time that jobs interrupted at a stop get to hand themselves back. */
const HAND_BACK_MS = 1_000;
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
    const wake = yield* Queue.sliding<void>(1);
    const pool = new WorkerPool(queue, options, () => void Queue.offerUnsafe(wake, undefined));
    yield* Effect.forkChild(pruneRegularly(queue));
    const gathering = gather(options.gatherMs ?? 0, pool.wake);
    const unsubscribe = queue.subscribe((event) => {
      if (event.type === "enqueued") {
        if (event.kind === undefined || event.kind in options.kinds) gathering.begin();
      } else if (event.type === "cancelled") pool.cancel(event.jobIds);
      else pool.recheck();
    });
    const end = () => {
      unsubscribe();
      gathering.end();
    };
    const loop = Effect.gen(function* () {
      const started = yield* pool.startNext;
      if (!started) yield* Effect.timeoutOption(Queue.take(wake), options.pollMs ?? DEFAULT_POLL_MS);
    });
    return yield* Effect.forever(loop).pipe(Effect.onExit(() => Effect.andThen(Effect.sync(end), pool.stop)));
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

const NEVER_HELD_UP = Effect.succeed(false);

class WorkerPool<R> {
  readonly wake: () => void;
  readonly #queue: JobQueueService;
  readonly #options: WorkerOptions<R>;
  readonly #kinds: readonly string[];
  readonly #running = new Map<string, { readonly control: RunningJob; readonly fiber: Fiber.Fiber<void> }>();
  /** Owners of the jobs that have lent their place. */
  readonly #idle = new Set<string>();
  #claims = 0;

  constructor(queue: JobQueueService, options: WorkerOptions<R>, wake: () => void) {
    this.#queue = queue;
    this.#options = options;
    this.#kinds = Object.keys(options.kinds);
    this.wake = wake;
  }

  /** Claims and starts one job; false when there is none or no worker is free. */
  get startNext(): Effect.Effect<boolean, never, R> {
    return Effect.suspend(() => {
      const capacity = this.#freeSlots;
      if (capacity === undefined) return Effect.succeed(false);
      return Effect.flatMap(this.#options.isPaused ?? NEVER_HELD_UP, (isHeldUp) =>
        isHeldUp ? Effect.succeed(false) : this.#claimNext(capacity.limits),
      );
    });
  }

  #claimNext(limits: ClaimLimits | undefined): Effect.Effect<boolean, never, R> {
    return Effect.suspend(() => {
      this.#claims += 1;
      const owner = claimOwner(this.#options.owner, this.#claims);
      return this.#queue.claim(this.#kinds, owner, this.#options.leaseMs ?? DEFAULT_LEASE_MS, limits).pipe(
        Effect.flatMap((job) => (job === undefined ? Effect.succeed(false) : Effect.as(this.#start(job, owner), true))),
        // The database may be away for a while; the next poll tries again.
        Effect.catch((error) => Effect.as(Effect.logWarning("can't claim jobs", error), false)),
        // Between the claim and the start nothing may get lost.
        Effect.uninterruptible,
      );
    });
  }

  /**
   * Limits of the next claim; undefined when there is no free slot. Where all regular slots are taken there may be one
   * for callers that hold none.
   */
  get #freeSlots(): { readonly limits?: ClaimLimits } | undefined {
    const { concurrency, guestSlots = 0 } = this.#options;
    const taken = this.#running.size - Math.min(this.#idle.size, concurrency * LENT_SLOTS);
    if (taken < concurrency) return {};
    const left = concurrency + guestSlots - taken;
    if (left <= 0) return undefined;
    const holders = [...this.#running].filter(([owner]) => !this.#idle.has(owner));
    return { limits: { leased: holders.map(([, { control }]) => control.job), newCallersOnly: left === 1 } };
  }

  cancel(jobIds: readonly string[]): void {
    for (const { control } of this.#running.values()) {
      if (jobIds.includes(control.job.id)) control.lose();
    }
  }

  recheck(): void {
    for (const { control } of this.#running.values()) control.recheck();
  }

  get stop(): Effect.Effect<void> {
    return Effect.gen({ self: this }, function* () {
      const fibers = [...this.#running.values()].map((entry) => entry.fiber);
      yield* Effect.timeoutOption(
        Effect.interruptible(Fiber.awaitAll(fibers)),
        this.#options.stopGraceMs ?? DEFAULT_STOP_GRACE_MS,
      );
      const left = [...this.#running.values()];
      for (const { control } of left) control.stop();
      const ended = yield* Effect.timeoutOption(
        Effect.interruptible(Fiber.awaitAll(left.map((entry) => entry.fiber))),
        HAND_BACK_MS,
      );
      if (Option.isSome(ended)) return;
      // Something can't be interrupted. Others may have its job now; should it still end, it finds the job lost.
      yield* this.#queue
        .releaseOwnedBy(this.#options.owner)
        .pipe(Effect.catch((error) => Effect.logWarning("can't hand jobs back; their leases run out", error)));
    });
  }

  #start(job: Job, owner: string): Effect.Effect<void, never, R> {
    const handler = this.#options.kinds[job.kind]!;
    const lease = {
      leaseMs: this.#options.leaseMs ?? DEFAULT_LEASE_MS,
      heartbeatMs: this.#options.heartbeatMs ?? DEFAULT_HEARTBEAT_MS,
    };
    const { control, effect } = runJob(this.#queue, handler, job, owner, lease, (isIdle) => {
      if (!isIdle) this.#idle.delete(owner);
      else if (!this.#idle.has(owner)) {
        this.#idle.add(owner);
        this.wake();
      }
    });
    const finished = Effect.sync(() => {
      this.#idle.delete(owner);
      this.#running.delete(owner);
      this.wake();
    });
    // Detached: a stop waits for it instead of interrupting it, see `stop`.
    return Effect.map(Effect.forkDetach(Effect.ensuring(effect, finished)), (fiber) => {
      this.#running.set(owner, { control, fiber });
    });
  }
}

const pruneRegularly = (queue: JobQueueService) =>
  Effect.gen(function* () {
    const time = yield* Clock.currentTimeMillis;
    const exit = yield* Effect.exit(
      queue.prune({
        since: time - FINISHED_JOBS_KEPT_MS,
        completed: COMPLETED_JOBS_KEPT,
        failed: FAILED_JOBS_KEPT,
      }),
    );
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) {
      yield* Effect.logWarning("can't prune finished jobs", exit.cause);
    }
    yield* Effect.sleep(PRUNE_EVERY_MS);
  }).pipe(Effect.forever);
