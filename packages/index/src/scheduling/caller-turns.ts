import { DomainError, unavailable } from "@quarry/plugin/domain";
import { Effect, Exit } from "effect";
import { callerNamed, CurrentCaller } from "./caller.ts";
import { FairTurns, type TurnBounds } from "./fair-turns.ts";

export interface CallerTurnsBounds extends TurnBounds {
  /** Works of one caller that may wait. Who sends more at once is told to slow down. */
  readonly waitingPerOwner: number;
  /** The same of all. */
  readonly waiting: number;
  /** What the works are, for messages: "queries". */
  readonly works: string;
}

const RETRY_SECONDS = 2;

/** Whose work is done next: callers take turns, however much each of them asks for. */
export class CallerTurns {
  readonly #bounds: CallerTurnsBounds;
  readonly #turns: FairTurns;

  constructor(bounds: CallerTurnsBounds) {
    this.#bounds = bounds;
    this.#turns = new FairTurns(bounds);
  }

  /** Fails with `resource_exhausted` or `unavailable` where the caller would have to wait too long with so many works. */
  checkRoom(works: number): Effect.Effect<void, DomainError> {
    const { waitingPerOwner, waiting, works: what } = this.#bounds;
    return Effect.flatMap(CurrentCaller, ({ owner }) => {
      if (this.#turns.waitingOf(owner) + works > waitingPerOwner) return Effect.fail(tooMany(what, waitingPerOwner));
      if (this.#turns.waiting + works > waiting)
        return Effect.fail(unavailable(`too many ${what} wait`, RETRY_SECONDS));
      return Effect.void;
    });
  }

  /** Does a work, or a part of it, when it is the caller's turn. Who is interrupted waits no longer. */
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
        const mine = Effect.provideService(work, CurrentCaller, callerNamed(caller.owner, caller.boundary));
        const ended = Effect.sync(() => leave?.());
        return Effect.andThen(
          Effect.onExit(restore(turn), (exit) => (Exit.isSuccess(exit) ? Effect.void : ended)),
          Effect.onExit(restore(mine), () => ended),
        );
      }),
    );
  }
}

const tooMany = (works: string, most: number) =>
  new DomainError({
    code: "resource_exhausted",
    message: `Too many ${works} at once with this key: ${most} wait already; try again in ${RETRY_SECONDS} s`,
    retryAfterSeconds: RETRY_SECONDS,
  });
