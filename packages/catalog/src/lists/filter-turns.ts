import { CallerTurns } from "@quarry/index";
import { Context, Effect } from "effect";

/** Whose question about documents is answered next, or whose part of a work by filter is done. */
class FilterTurns extends CallerTurns {
  constructor() {
    super({
      works: "questions about documents",
      // The database has as many threads for them, and one stays free of a caller that asks for much.
      atWork: 2,
      atWorkPerOwner: 1,
      waitingPerOwner: 500,
      waiting: 5_000,
    });
  }
}

/** Of the whole process, whoever asks. */
const CurrentFilterTurns = Context.Reference<FilterTurns>("@quarry/catalog/FilterTurns", {
  defaultValue: () => new FilterTurns(),
});

/** Answers when it is the caller's turn among all that ask by filters. Fails where too many of the caller's wait. */
export const inFilterTurn = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentFilterTurns, (turns) => Effect.andThen(turns.checkRoom(1), turns.inTurn(work)));

/** Does a part of what has begun already, however many wait. */
export const partInFilterTurn = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentFilterTurns, (turns) => turns.inTurn(work));
