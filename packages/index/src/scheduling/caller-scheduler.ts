import { DomainError, unavailable } from "@quarry/plugin/domain";
import { FairScheduler, type SchedulerLimits } from "@quarry/plugin/scheduling";
import { Effect } from "effect";
import { callerNamed, CurrentCaller } from "./caller.ts";

export interface CallerLimits extends SchedulerLimits {
  /** Maximum number of waiting tasks of one caller. A caller that exceeds it is asked to slow down. */
  readonly waitingPerOwner: number;
  /** Maximum number of waiting tasks of all callers. */
  readonly waiting: number;
  /** Name of the tasks in messages: "queries". */
  readonly tasks: string;
}

const RETRY_SECONDS = 2;

/** Schedules tasks fairly among the callers of the running effects. */
export class CallerScheduler {
  readonly #limits: CallerLimits;
  readonly #scheduler: FairScheduler;

  constructor(limits: CallerLimits) {
    this.#limits = limits;
    this.#scheduler = new FairScheduler(limits);
  }

  /**
   * Fails with `resource_exhausted` if too many tasks of the caller wait, or with `unavailable` if too many of all
   * callers do.
   */
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

  /** Runs a task that has not been admitted yet. Fails like `checkCapacity`. */
  admit<A, E, R>(task: Effect.Effect<A, E, R>): Effect.Effect<A, E | DomainError, R> {
    return Effect.andThen(this.checkCapacity(1), this.run(task));
  }

  /** Runs a task, or a step of an admitted one, when the caller has a free slot. */
  run<A, E, R>(task: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.flatMap(CurrentCaller, (caller) => {
      // Tasks that began earlier finish earlier, in every queue that they pass.
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
