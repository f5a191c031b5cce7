import { Effect } from "effect";
import { PassageIndexError } from "../passages/passage-index-error.ts";

/**
 * Converts a promise to an effect. Errors other than index errors become `internal`. The signal is aborted when no
 * caller waits any more.
 */
export const attempt = <A>(evaluate: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, PassageIndexError> =>
  Effect.tryPromise({
    try: evaluate,
    catch: (cause) =>
      cause instanceof PassageIndexError
        ? cause
        : new PassageIndexError({ reason: "internal", message: String(cause), cause }),
  });
