import type { AnyMethod } from "@quarry/host";
import { Effect } from "effect";

/** Decorator of methods on a collection, their first argument: failures that may be damage fail with what they mean there. */
export const reportingDamage =
  <E>(isDamage: (error: E) => boolean, explained: (collection: string, error: E) => Effect.Effect<E>) =>
  (call: AnyMethod<E>): AnyMethod<E> =>
  (collection: string, ...given) =>
    Effect.catchIf(call(collection, ...given), isDamage, (error) =>
      Effect.flatMap(explained(collection, error), Effect.fail),
    );
