import { PluginError } from "@quarry/plugin";
import { Effect, Schedule } from "effect";
import { embedCall } from "../call/embed-call.ts";
import { limiterOf } from "../call/limiter-of.ts";
import type { EmbedderUse, QueryUse } from "../embedder-use.ts";
import type { TruncatedText } from "../input/truncate-input.ts";
import type { ProviderPaused } from "../rate-limits/provider-paused.ts";
import type { RateLimiters } from "../rate-limits/rate-limiters.ts";

/**
 * A user is waiting for the result: one more attempt, soon, and only if the provider requests no longer pause than
 * `PATIENCE_MS`.
 */
const RETRY_DELAY_MS = 100;
const PATIENCE_MS = 1_000;

/** Time limit for waiting and for both calls. */
const LIMIT_SECONDS = 30;

/** Returns the vectors of queries, in one call. Their number must not exceed a batch. */
export const embedQueries = (
  limiters: RateLimiters,
  use: QueryUse,
  queries: readonly TruncatedText[],
): Effect.Effect<readonly Float32Array[], PluginError> => {
  const texts = queries.map(({ text }) => text);
  const call = embedCall(use, "query", texts);
  // The embedder computes in this process, in less time than a queued call would wait.
  const limited = use.embedder.capabilities.usesTermStatistics
    ? call
    : Effect.suspend(() => throughLimiter(limiters, use, queries, call));
  return limited.pipe(
    Effect.retry({ times: 1, while: isWorthRetrying, schedule: Schedule.spaced(RETRY_DELAY_MS) }),
    Effect.timeoutOrElse({ duration: LIMIT_SECONDS * 1000, orElse: () => Effect.fail(tooSlow(use)) }),
  );
};

const throughLimiter = (
  limiters: RateLimiters,
  use: EmbedderUse,
  queries: readonly TruncatedText[],
  call: Effect.Effect<readonly Float32Array[], PluginError>,
): Effect.Effect<readonly Float32Array[], PluginError> => {
  const tokens = queries.reduce((sum, query) => sum + query.tokens, 0);
  const ticket = { kind: "query", owner: use.collectionId, tokens, patienceMs: PATIENCE_MS } as const;
  return Effect.catchTag(limiterOf(limiters, use).run(ticket, call), "ProviderPaused", (error) => paused(use, error));
};

const isWorthRetrying = (error: PluginError): boolean =>
  error.isRetryable && (error.retryAfterSeconds ?? 0) * 1000 <= PATIENCE_MS;

const paused = ({ embedder }: EmbedderUse, { pauseMs, error }: ProviderPaused): Effect.Effect<never, PluginError> =>
  Effect.fail(
    new PluginError({
      plugin: embedder.plugin,
      reason: "rate_limited",
      message: `${embedder.name} has reached its rate limit, so the query can't be embedded now: ${error.message}`,
      retryAfterSeconds: Math.ceil(pauseMs / 1000),
    }),
  );

const tooSlow = ({ embedder }: EmbedderUse): PluginError =>
  new PluginError({
    plugin: embedder.plugin,
    reason: "unavailable",
    message: `${embedder.name} returned no vector for the query within ${LIMIT_SECONDS} s`,
  });
