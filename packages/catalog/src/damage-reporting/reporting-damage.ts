import type { AnyMethod } from "@quarry/host";
import { Effect } from "effect";

/**
 * Decorator of methods on a collection, their first argument: replaces a failure that may be damage by the one that
 * `explained` returns.
 */
export const reportingDamage =
  <E>(isDamage: (error: E) => boolean, explained: (collection: string, error: E) => Effect.Effect<E>) =>
  (call: AnyMethod<E>): AnyMethod<E> =>
  (collection: string, ...parameters) =>
    Effect.catchIf(call(collection, ...parameters), isDamage, (error) =>
      Effect.flatMap(explained(collection, error), Effect.fail),
    );
