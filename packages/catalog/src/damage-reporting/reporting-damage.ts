import type { AnyMethod } from "@quarry/host";
import { Effect } from "effect";

/**
 * Decorator of methods whose first argument is a collection. If a failure can be index damage, replaces it with the one
 * that `explained` returns.
 */
export const reportingDamage =
  <E>(isDamage: (error: E) => boolean, explained: (collection: string, error: E) => Effect.Effect<E>) =>
  (call: AnyMethod<E>): AnyMethod<E> =>
  (collection: string, ...parameters) =>
    Effect.catchIf(call(collection, ...parameters), isDamage, (error) =>
      Effect.flatMap(explained(collection, error), Effect.fail),
    );
