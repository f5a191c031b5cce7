import { Effect } from "effect";
import { PassageIndexError } from "../passages/passage-index-error.ts";

/**
 * A promise as an effect; what is no error of the index yet becomes an internal one. The signal that it takes is aborted when
 * nobody waits any more.
 */
export const attempt = <A>(evaluate: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, PassageIndexError> =>
  Effect.tryPromise({
    try: evaluate,
    catch: (cause) =>
      cause instanceof PassageIndexError
        ? cause
        : new PassageIndexError({ reason: "internal", message: String(cause), cause }),
  });
