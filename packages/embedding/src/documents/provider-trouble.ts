import { Effect, type Scope } from "effect";
import { limiterOf } from "../call/limiter-of.ts";
import type { EmbedderUse } from "../embedder-use.ts";
import type { RateLimiters } from "../rate-limits/rate-limiters.ts";
import type { ProviderOutage } from "./embedding-failure.ts";

/**
 * Returns the reason why expensive work with a provider shouldn't begin now; undefined when it may. While the provider
 * fails, one caller at a time may begin, for as long as its scope lasts, and probes whether the provider is back.
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

/** Whether a caller who asks now would wait for nothing but the provider. */
export const isTroubled = (limiters: RateLimiters, use: EmbedderUse): boolean =>
  !isUnlimited(use) && limiterOf(limiters, use).trouble !== undefined;

/** Whether the embedder computes here, faster than a queued call would begin. */
export const isUnlimited = ({ embedder }: EmbedderUse): boolean => embedder.capabilities.usesTermStatistics;
