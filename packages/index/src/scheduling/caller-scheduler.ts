import { DomainError, unavailable } from "@quarry/plugin/domain";
import { FairScheduler, type SchedulerLimits } from "@quarry/plugin/scheduling";
import { Effect } from "effect";
import { callerNamed, CurrentCaller } from "./caller.ts";

export interface CallerLimits extends SchedulerLimits {
  /** Tasks of one caller that may wait. One that sends more at once is told to slow down. */
  readonly waitingPerOwner: number;
  /** The same of all. */
  readonly waiting: number;
  /** Name of the tasks in messages: "queries". */
  readonly tasks: string;
}

const RETRY_SECONDS = 2;

/** Fair scheduler of tasks among the callers of the running effects. */
export class CallerScheduler {
  readonly #limits: CallerLimits;
  readonly #scheduler: FairScheduler;

  constructor(limits: CallerLimits) {
    this.#limits = limits;
    this.#scheduler = new FairScheduler(limits);
  }

  /** Fails with `resource_exhausted` or `unavailable` where too many tasks wait, of the caller or of all. */
  checkCapacity(tasks: number): Effect.Effect<void, DomainError> {
    const { waitingPerOwner, waiting, tasks: name } = this.#limits;
    return Effect.flatMap(CurrentCaller, ({ owner }) => {
      if (this.#scheduler.waitingOf(owner) + tasks > waitingPerOwner)
        return Effect.fail(tooMany(name, waitingPerOwner));
      if (this.#scheduler.waiting + tasks > waiting)
        return Effect.fail(unavailable(`too many ${name} wait`, RETRY_SECONDS));
      return Effect.void;
    });
  }

  /** Runs a task that was not let in before. Fails as `checkCapacity` does. */
  admit<A, E, R>(task: Effect.Effect<A, E, R>): Effect.Effect<A, E | DomainError, R> {
    return Effect.andThen(this.checkCapacity(1), this.run(task));
  }

  /** Runs a task, or a part of one that was let in, when there is room for the caller. */
  run<A, E, R>(task: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.flatMap(CurrentCaller, (caller) => {
      // The task that began first is finished first, in every queue that it stands in.
      const own = callerNamed(caller.owner, caller.accessFilter);
      return this.#scheduler.run(caller, Effect.provideService(task, CurrentCaller, own));
    });
  }
}

const tooMany = (tasks: string, most: number) =>
  new DomainError({
    code: "resource_exhausted",
    message: `Too many ${tasks} at once with this key: ${most} wait already; try again in ${RETRY_SECONDS} s`,
    retryAfterSeconds: RETRY_SECONDS,
  });
