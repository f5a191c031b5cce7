import { CallerTurns } from "./caller-turns.ts";

/** Whose query is answered next. */
export class QueryTurns extends CallerTurns {
  constructor() {
    super({
      works: "queries",
      // Of all callers: more would only hold memory, and wait for each other in the middle.
      atWork: 32,
      // As many as a provider of vectors is asked at once with one key.
      atWorkPerOwner: 8,
      // A hundred full batches.
      waitingPerOwner: 2_000,
      waiting: 10_000,
    });
  }
}
