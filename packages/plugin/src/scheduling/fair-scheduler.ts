import { Effect, Exit } from "effect";
import { FairQueue, type Queued } from "./fair-queue.ts";

export interface SchedulerLimits {
  /** Maximum number of concurrent tasks of all owners. */
  readonly concurrency: number;
  /**
   * Maximum number of concurrent tasks of one owner; lower than `concurrency`, so that there is always room for another
   * owner.
   */
  readonly concurrencyPerOwner: number;
  /** Expected duration in milliseconds up to which tasks don't count for `concurrencyPerOwner`. Default: none. */
  readonly shortMs?: number;
}

/** Owner of tasks. If one object is used for several tasks, their run times are added up. */
export interface TaskOwner {
  /** Name of the owner; owners share the time fairly. */
  readonly owner: string;
  /** Order of an owner's tasks: lower numbers run first, except for short tasks. Default: order of arrival. */
  readonly since?: number;
}

interface Task extends Queued {
  readonly isShort: boolean;
  readonly start: () => void;
}

/** Milliseconds of a task's past and expected time per later task of the same owner that runs before it. */
const MS_PER_OVERTAKING = 5;
/** Maximum number of later tasks that run first, so that a long task is not starved. */
const MAX_OVERTAKING = 50;

/**
 * Fair scheduler with a bounded number of concurrent tasks. It selects the owner whose tasks have taken the least time
 * so far, and its oldest task, unless that is so long that short ones overtake it (shortest job first, with aging). So
 * a key with a thousand long queries gets no more than one with a few short ones, and its own short queries don't wait
 * behind its long ones.
 */
export class FairScheduler {
  readonly #limits: SchedulerLimits;
  readonly #now: () => number;
  readonly #queue = new FairQueue<Task>();
  /** Milliseconds that the tasks of one object have taken. */
  readonly #usedBy = new WeakMap<TaskOwner, number>();
  #running = 0;
  /** Number of running tasks by owner, without short ones. */
  readonly #limited = new Map<string, number>();
  #added = 0;
  #isStarting = false;

  /**
   * Creates a scheduler. With a clock that does not advance, all tasks cost the same, and owners alternate task by
   * task.
   */
  constructor(limits: SchedulerLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Number of waiting tasks of all owners. */
  get waiting(): number {
    return this.#queue.length;
  }

  waitingOf(owner: string): number {
    return this.#queue.lengthOf(owner);
  }

  /**
   * Calls `start`, at once or when there is capacity, with a function to be called when the task has ended. Returns a
   * function that withdraws the task before it starts. `expectedMs` is undefined if nothing is known about the task.
   */
  schedule(by: TaskOwner, start: (end: () => void) => void, expectedMs?: number): () => void {
    const long = (this.#usedBy.get(by) ?? 0) + (expectedMs ?? 0);
    const task: Task = {
      owner: by.owner,
      rank: (by.since ?? ++this.#added) + Math.min(long / MS_PER_OVERTAKING, MAX_OVERTAKING),
      isShort: expectedMs !== undefined && expectedMs <= (this.#limits.shortMs ?? -1),
      start: () => start(this.#begin(by, task)),
    };
    this.#queue.add(task);
    this.#startAll();
    return () => this.#queue.remove(task);
  }

  /** Runs `effect` when there is capacity. An interrupted effect is removed from the queue. */
  run<A, E, R>(by: TaskOwner, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.uninterruptibleMask((restore) => {
      let end = undefined as (() => void) | undefined;
      let begin: (() => void) | undefined;
      const withdraw = this.schedule(by, (endTask) => {
        end = endTask;
        begin?.();
      });
      const ended = Effect.sync(() => (end ?? withdraw)());
      const task = Effect.onExit(restore(effect), () => ended);
      // Usually the task starts at once: waiting costs a few times as much.
      if (end !== undefined) return task;
      const turn = Effect.callback<void>((resume) => {
        begin = () => resume(Effect.void);
        // The task may have been started in the meantime.
        if (end !== undefined) begin();
      });
      return Effect.andThen(
        Effect.onExit(restore(turn), (exit) => (Exit.isSuccess(exit) ? Effect.void : ended)),
        task,
      );
    });
  }

  #startAll(): void {
    // A task can end before its `start` has returned: the running loop then continues, without recursion.
    if (this.#isStarting) return;
    this.#isStarting = true;
    const { concurrency, concurrencyPerOwner } = this.#limits;
    try {
      while (this.#running < concurrency) {
        const task = this.#queue.next((each) => each.isShort || this.#limitedOf(each) < concurrencyPerOwner);
        if (task === undefined) return;
        this.#queue.take(task);
        this.#count(task, 1);
        task.start();
      }
    } finally {
      this.#isStarting = false;
    }
  }

  #limitedOf({ owner }: Task): number {
    return this.#limited.get(owner) ?? 0;
  }

  #count(task: Task, change: 1 | -1): void {
    this.#running += change;
    if (task.isShort) return;
    const count = this.#limitedOf(task) + change;
    if (count === 0) this.#limited.delete(task.owner);
    else this.#limited.set(task.owner, count);
  }

  #begin(by: TaskOwner, task: Task): () => void {
    const startedAt = this.#now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const used = this.#now() - startedAt;
      this.#usedBy.set(by, (this.#usedBy.get(by) ?? 0) + used);
      this.#queue.end(task, used);
      this.#count(task, -1);
      this.#startAll();
    };
  }
}
