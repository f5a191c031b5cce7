import type { StoreError } from "@quarry/store";
import { Effect, Fiber, Option, Queue, Schedule } from "effect";
import { claimOwner } from "./claim-owner.ts";

/** Unit of work on which this process has a lease. */
export interface LeasedTask<R = never> {
  /** Does the work and records its end. A shutdown doesn't interrupt it, but calls `stop`. */
  readonly effect: Effect.Effect<void, never, R>;
  /** Aborts the work. Other processes can then claim it, and the attempt doesn't count. */
  readonly stop: () => void;
}

/** Kind of work that several processes share by leases: its queue, and the share of this process. */
export interface LeasedWork<Task extends LeasedTask<R>, R = never> {
  /** Plural name, for logs. */
  readonly name: string;
  /** Name of this worker process, unique among all that share the queue. Without `#`. */
  readonly owner: string;
  /** Maximum tasks per claim. After a full batch the next claim follows at once. */
  readonly batch: number;
  /** Claims due tasks for which there is room in addition to the running ones. The owner differs for every claim. */
  readonly claim: (owner: string) => Effect.Effect<readonly Task[], StoreError, R>;
  /** Longest time between two claims: for work that becomes due or that other processes enqueue. */
  readonly pollMs: number;
  /** Milliseconds until more work becomes due. Omitted or undefined: only `pollMs` counts. */
  readonly nextDueInMs?: Effect.Effect<number | undefined, StoreError>;
  /** Called once. Returns the function that ends the subscription. */
  readonly subscribe: () => () => void;
  /** Time that a shutdown waits for running tasks before it stops them. */
  readonly stopGraceMs: number;
  /**
   * Releases the leases of this process, for tasks that can't be stopped. Omitted: a shutdown waits for all of them.
   */
  readonly releaseOwned?: Effect.Effect<unknown, StoreError>;
  /** Deletes work that ended long ago. */
  readonly prune: Effect.Effect<unknown, StoreError>;
  readonly pruneEveryMs: number;
}

export interface LeasedPool<Task> {
  /** Tasks running in this process. */
  readonly running: ReadonlyMap<Task, unknown>;
  /** Triggers the next claim now. */
  readonly wake: () => void;
}

/** Time that tasks get to record that they were stopped, if their leases can be released in another way. */
const STOP_TIMEOUT_MS = 1_000;

/**
 * Claims and runs tasks until interrupted. Then it claims no more, waits up to `stopGraceMs` for running tasks and
 * stops the rest. The interruption returns when that is done.
 */
export const runLeasedWork = Effect.fnUntraced(function* <Task extends LeasedTask<R>, R = never>(
  define: (pool: LeasedPool<Task>) => LeasedWork<Task, R>,
): Effect.fn.Return<never, never, R> {
  const wakes = yield* Queue.sliding<void>(1);
  const wake = () => void Queue.offerUnsafe(wakes, undefined);
  const running = new Map<Task, Fiber.Fiber<void>>();
  const work = define({ running, wake });
  let claims = 0;

  const start = (task: Task) => {
    const ended = Effect.sync(() => {
      running.delete(task);
      wake();
    });
    // Detached: a shutdown waits for it instead of interrupting it, see `stop`.
    return Effect.map(Effect.forkDetach(Effect.ensuring(task.effect, ended)), (fiber) => running.set(task, fiber));
  };

  const claimNext = Effect.suspend(() => work.claim(claimOwner(work.owner, (claims += 1)))).pipe(
    Effect.tap((tasks) => Effect.forEach(tasks, start, { discard: true })),
    // Nothing may be lost between the claim and the start.
    Effect.uninterruptible,
  );

  const claimRound = Effect.gen(function* () {
    const tasks = yield* claimNext;
    // There may be more tasks. Other fibers run first.
    if (tasks.length === work.batch) return yield* Effect.yieldNow;
    const dueInMs = (yield* work.nextDueInMs ?? NOTHING_DUE) ?? Infinity;
    yield* Effect.timeoutOption(Queue.take(wakes), Math.min(work.pollMs, dueInMs));
  }).pipe(
    // The database may be unavailable for a while. The next round tries again.
    Effect.catch((error) =>
      Effect.andThen(Effect.logWarning(`can't claim ${work.name}`, error), Effect.sleep(work.pollMs)),
    ),
  );

  const stop = Effect.gen(function* () {
    yield* Effect.timeoutOption(Effect.interruptible(Fiber.awaitAll([...running.values()])), work.stopGraceMs);
    for (const task of running.keys()) task.stop();
    const ended = Fiber.awaitAll([...running.values()]);
    if (work.releaseOwned === undefined) return yield* Effect.asVoid(ended);
    if (Option.isSome(yield* Effect.timeoutOption(Effect.interruptible(ended), STOP_TIMEOUT_MS))) return;
    // Some tasks can't be stopped. Other processes can claim their work now; a task that still ends finds its lease
    // lost.
    yield* work.releaseOwned.pipe(
      Effect.catch((error) => Effect.logWarning(`can't release ${work.name}; their leases expire`, error)),
    );
  });

  const prune = work.prune.pipe(
    Effect.catchCause((cause) => Effect.logWarning(`can't prune ${work.name}`, cause)),
    Effect.andThen(Effect.sleep(work.pruneEveryMs)),
  );

  yield* Effect.forkChild(Effect.forever(prune));
  const unsubscribe = work.subscribe();
  return yield* Effect.forever(claimRound).pipe(Effect.onExit(() => Effect.andThen(Effect.sync(unsubscribe), stop)));
});

const NOTHING_DUE = Effect.succeed(undefined);

/** Five retries over a few seconds: longer than a lock lasts, shorter than a lease. */
const RECORD_RETRY = { schedule: Schedule.exponential(100), times: 5 };

/** Records how tasks ended. If that can't be written, their leases expire and the tasks run again. */
export const recordEnd = (of: string, write: Effect.Effect<unknown, StoreError>): Effect.Effect<void> =>
  write.pipe(
    Effect.retry({ ...RECORD_RETRY, while: (error) => error.isRetryable }),
    Effect.asVoid,
    Effect.catchCause((cause) => Effect.logError(`can't record the end of ${of}; the lease expires`, cause)),
    Effect.uninterruptible,
  );
