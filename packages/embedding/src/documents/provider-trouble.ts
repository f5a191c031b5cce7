import { Effect, type Scope } from "effect";
import { laneOf } from "../call/lane-of.ts";
import type { EmbedderUse } from "../embedder-use.ts";
import type { Lanes } from "../pace/lanes.ts";
import type { ProviderAway } from "./embedding-failure.ts";

/**
 * Why what needs much of a provider shouldn't begin now; undefined when it may. While the provider fails, one at a time
 * may, for as long as its scope lasts, and finds out whether it is back.
 */
export const enterLane = (
  lanes: Lanes,
  use: EmbedderUse,
): Effect.Effect<ProviderAway | undefined, never, Scope.Scope> =>
  Effect.suspend((): Effect.Effect<ProviderAway | undefined, never, Scope.Scope> => {
    if (isUnpaced(use)) return Effect.succeed(undefined);
    const lane = laneOf(lanes, use);
    const entered = lane.enter();
    if (typeof entered === "function")
      return Effect.as(
        Effect.addFinalizer(() => Effect.sync(entered)),
        undefined,
      );
    return Effect.succeed({ ...entered, keptMs: 0, isProbed: true, pace: lane.pace });
  });

/** Whether who asks now waits for nothing but the provider. */
export const isTroubled = (lanes: Lanes, use: EmbedderUse): boolean =>
  !isUnpaced(use) && laneOf(lanes, use).trouble !== undefined;

/** It computes here, faster than its turn would take. */
export const isUnpaced = ({ embedder }: EmbedderUse): boolean => embedder.capabilities.usesTermStatistics;
