import { Effect, type Scope } from "effect";
import { limiterOf } from "../call/limiter-of.ts";
import type { EmbedderUse } from "../embedder-use.ts";
import type { RateLimiters } from "../rate-limits/rate-limiters.ts";
import type { ProviderOutage } from "./embedding-failure.ts";

/**
 * Returns the reason why expensive work with a provider should not begin now, or undefined if it may. While the
 * provider fails, one caller at a time may begin, as a probe, for as long as its scope lasts.
 */
export const enterProvider = (
  limiters: RateLimiters,
  use: EmbedderUse,
): Effect.Effect<ProviderOutage | undefined, never, Scope.Scope> =>
  Effect.suspend((): Effect.Effect<ProviderOutage | undefined, never, Scope.Scope> => {
    if (isUnlimited(use)) return Effect.succeed(undefined);
    const limiter = limiterOf(limiters, use);
    const entered = limiter.enter();
    if (typeof entered === "function")
      return Effect.as(
        Effect.addFinalizer(() => Effect.sync(entered)),
        undefined,
      );
    return Effect.succeed({ ...entered, keptMs: 0, isProbed: true, pace: limiter.limits });
  });

/** Whether a new caller would only wait for the provider. */
export const isTroubled = (limiters: RateLimiters, use: EmbedderUse): boolean =>
  !isUnlimited(use) && limiterOf(limiters, use).trouble !== undefined;

/** Whether the embedder computes in this process, faster than a queued call would begin. */
export const isUnlimited = ({ embedder }: EmbedderUse): boolean => embedder.capabilities.usesTermStatistics;
