import { Effect, Exit } from "effect";
import { FairQueue, type Queued } from "./fair-queue.ts";

export interface SchedulerLimits {
  /** Tasks at the same time, of all owners. */
  readonly concurrency: number;
  /** The same of one owner; fewer, so that there is always room for another. */
  readonly concurrencyPerOwner: number;
  /** Tasks that are expected to take no longer, in milliseconds, don't count for `concurrencyPerOwner`. Default: none. */
  readonly shortMs?: number;
}

/** For whom a task is done. One object may stand for several tasks: what they took is counted together. */
export interface TaskOwner {
  /** Owners share the time fairly. */
  readonly owner: string;
  /** Order of an owner's tasks: those with a lower number run first, but for short ones. Default: as they come. */
  readonly since?: number;
}

interface Task extends Queued {
  readonly isShort: boolean;
  readonly start: () => void;
}

/** For so many milliseconds that a task has taken, or is expected to take, one of the same owner that came later runs first. */
const MS_PER_OVERTAKING = 5;
/** At most so many run first: a long task ends as well. */
const MOST_OVERTAKING = 50;

/**
 * Fair scheduler with a bounded number of tasks at a time. Next is the owner whose tasks have taken the least time so far, and
 * of its tasks the oldest, unless it is so long that short ones pass it (shortest job first, with aging). So a key with a
 * thousand long queries gets no more than one with a few short ones, and its own short ones don't wait behind its long ones.
 */
export class FairScheduler {
  readonly #limits: SchedulerLimits;
  readonly #now: () => number;
  readonly #queue = new FairQueue<Task>();
  /** Milliseconds that the tasks of one object have taken. */
  readonly #usedBy = new WeakMap<TaskOwner, number>();
  #running = 0;
  /** Running tasks by owner, but for short ones. */
  readonly #limited = new Map<string, number>();
  #added = 0;
  #isStarting = false;

  /** With a clock that stands still each task costs the same, and owners take turns task by task. */
  constructor(limits: SchedulerLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Tasks that wait, of all owners. */
  get waiting(): number {
    return this.#queue.length;
  }

  waitingOf(owner: string): number {
    return this.#queue.lengthOf(owner);
  }

  /**
   * Calls `start`, at once or when there is room, with what is to be called when the task has ended. Returns what withdraws
   * the task until then. `expectedMs` is undefined where nothing is known of the task.
   */
  schedule(by: TaskOwner, start: (end: () => void) => void, expectedMs?: number): () => void {
    const long = (this.#usedBy.get(by) ?? 0) + (expectedMs ?? 0);
    const task: Task = {
      owner: by.owner,
      rank: (by.since ?? ++this.#added) + Math.min(long / MS_PER_OVERTAKING, MOST_OVERTAKING),
      isShort: expectedMs !== undefined && expectedMs <= (this.#limits.shortMs ?? -1),
      start: () => start(this.#begin(by, task)),
    };
    this.#queue.add(task);
    this.#startAll();
    return () => this.#queue.remove(task);
  }

  /** Runs `effect` when there is room. One that is interrupted waits no longer. */
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
      // At once, as most of the time: waiting costs a few times as much as this.
      if (end !== undefined) return task;
      const turn = Effect.callback<void>((resume) => {
        begin = () => resume(Effect.void);
        // Its turn may have come since.
        if (end !== undefined) begin();
      });
      return Effect.andThen(
        Effect.onExit(restore(turn), (exit) => (Exit.isSuccess(exit) ? Effect.void : ended)),
        task,
      );
    });
  }

  #startAll(): void {
    // A task may end before its start has returned: the loop goes on then, and not deeper.
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
