import { DomainError, unavailable } from "@quarry/plugin/domain";
import { Effect, Exit } from "effect";
import { callerNamed, CurrentCaller } from "./caller.ts";
import { FairTurns } from "./fair-turns.ts";

/** Queries at work, of all callers: more would only hold memory, and wait for each other in the middle. */
const AT_WORK = 32;

/** The same of one caller: as many as a provider of vectors is asked at once with one key. */
const AT_WORK_PER_OWNER = 8;

/** Queries of one caller that wait: a hundred full batches. Who sends more at once is told to slow down. */
const WAITING_PER_OWNER = 2_000;

/** The same of all. */
const WAITING = 10_000;

const RETRY_SECONDS = 2;

/** Whose query is answered next: callers take turns, however many each of them sends. */
export class QueryTurns {
  readonly #turns = new FairTurns({ atWork: AT_WORK, atWorkPerOwner: AT_WORK_PER_OWNER });

  /** Fails with `resource_exhausted` or `unavailable` where the caller would have to wait too long with so many queries. */
  checkRoom(queries: number): Effect.Effect<void, DomainError> {
    return Effect.flatMap(CurrentCaller, ({ owner }) => {
      if (this.#turns.waitingOf(owner) + queries > WAITING_PER_OWNER) return Effect.fail(tooMany());
      if (this.#turns.waiting + queries > WAITING)
        return Effect.fail(unavailable("too many queries wait", RETRY_SECONDS));
      return Effect.void;
    });
  }

  /** Does a part of a query when it is the caller's turn. Who is interrupted waits no longer. */
  inTurn<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.flatMap(CurrentCaller, (caller) =>
      Effect.uninterruptibleMask((restore) => {
        let leave: (() => void) | undefined;
        const turn = Effect.callback<void>((begin) => {
          let end: (() => void) | undefined;
          const withdraw = this.#turns.take(caller, (endTurn) => {
            end = endTurn;
            begin(Effect.void);
          });
          leave = () => (end ?? withdraw)();
        });
        // What began first is finished first, in every line that it has to stand in.
        const mine = Effect.provideService(work, CurrentCaller, callerNamed(caller.owner));
        const ended = Effect.sync(() => leave?.());
        return Effect.andThen(
          Effect.onExit(restore(turn), (exit) => (Exit.isSuccess(exit) ? Effect.void : ended)),
          Effect.onExit(restore(mine), () => ended),
        );
      }),
    );
  }
}

const tooMany = () =>
  new DomainError({
    code: "resource_exhausted",
    message: `Too many queries at once with this key: ${WAITING_PER_OWNER} wait already; try again in ${RETRY_SECONDS} s`,
    retryAfterSeconds: RETRY_SECONDS,
  });
