import type { PluginError } from "@quarry/plugin";
import { Effect, Result } from "effect";
import { embedCall } from "../call/embed-call.ts";
import type { EmbedderUse } from "../embedder-use.ts";
import type { TruncatedText } from "../input/truncate-input.ts";
import type { RateLimiter } from "../rate-limits/rate-limiter.ts";
import { ProviderPaused } from "../rate-limits/provider-paused.ts";
import { pauseAfter } from "../rate-limits/rate-limits.ts";
import { refusedText } from "./batch-failure.ts";
import { EmbeddingFailure } from "./embedding-failure.ts";

/** Text with the cache key of its vector. */
export interface KeyedText extends TruncatedText {
  readonly key: string;
}

export interface BatchContext {
  readonly use: EmbedderUse;
  readonly limiter: RateLimiter;
  /** Called immediately after every response: vectors that were paid for are cached, even if the rest fails. */
  readonly onPaid: (texts: readonly KeyedText[], vectors: readonly Float32Array[]) => Effect.Effect<void>;
}

/**
 * Time for which a document keeps its parsed content in memory while the provider fails, because most failures are
 * short. After that it makes way for others: an hour of outage must not block everyone for an hour.
 */
const MAX_HOLD_MS = 5_000;

/**
 * Returns the vectors of one batch. Retries transient failures of the provider with this batch alone, and splits a
 * batch that is too large. Does not retry permanent failures.
 */
export const embedBatch = Effect.fnUntraced(function* (
  context: BatchContext,
  texts: readonly KeyedText[],
): Effect.fn.Return<readonly Float32Array[], EmbeddingFailure> {
  const { limiter, use } = context;
  const maxHoldMs = Math.min(MAX_HOLD_MS, limiter.limits.giveUpAfterSeconds * 1000);
  let failures = 0;
  let failedSince: number | undefined;
  for (;;) {
    const elapsedMs = failedSince === undefined ? 0 : performance.now() - failedSince;
    const outcome = yield* Effect.result(attempt(context, texts, maxHoldMs - elapsedMs, failures > 0));
    if (Result.isSuccess(outcome)) return outcome.success;
    const error = outcome.failure;
    if (error instanceof ProviderPaused) return yield* outageFailure(context, error.error, failedSince, error.pauseMs);
    if (error.reason === "invalid" && texts.length > 1) return yield* embedHalves(context, texts);
    if (!error.isRetryable) {
      const reported = texts.length === 1 ? refusedText(use, error, texts[0]!) : error;
      return yield* new EmbeddingFailure({ embedder: use.embedder.name, error: reported });
    }
    failures += 1;
    failedSince ??= performance.now();
    // A pause requested by the provider applies to all calls and is enforced by the limiter. This pause is the batch's
    // own.
    const waitMs = error.reason === "rate_limited" ? 0 : pauseAfter(failures, limiter.limits.firstPauseMs);
    const pauseMs = Math.max(waitMs, limiter.trouble?.pauseMs ?? 0);
    if (performance.now() - failedSince + pauseMs > maxHoldMs)
      return yield* outageFailure(context, error, failedSince, pauseMs);
    yield* Effect.sleep(waitMs);
  }
});

const outageFailure = (
  { use, limiter }: BatchContext,
  error: PluginError,
  failedSince: number | undefined,
  pauseMs: number,
): EmbeddingFailure => {
  const failingMs = failedSince === undefined ? 0 : performance.now() - failedSince;
  const reported = { error, keptMs: failingMs, pauseMs, isProbed: false, pace: limiter.limits };
  return new EmbeddingFailure({ embedder: use.embedder.name, error, outage: reported });
};

const attempt = (
  { use, limiter, onPaid }: BatchContext,
  texts: readonly KeyedText[],
  patienceMs: number,
  isRetry: boolean,
): Effect.Effect<readonly Float32Array[], PluginError | ProviderPaused> => {
  const tokens = texts.reduce((sum, text) => sum + text.tokens, 0);
  const ticket = { kind: "document", owner: use.collectionId, tokens, patienceMs, isRetry } as const;
  const call = embedCall(
    use,
    "document",
    texts.map(({ text }) => text),
  );
  // An interruption waits until the vectors that were paid for are cached.
  return Effect.uninterruptibleMask((restore) =>
    Effect.tap(restore(limiter.run(ticket, call)), (vectors) => onPaid(texts, vectors)),
  );
};

/**
 * Splits a batch that has too many texts for one call, or contains a refused text. The halves run one after the other:
 * a request that is wrong as a whole costs only a few calls. If both succeed, the number was the cause, and later
 * batches are smaller.
 */
const embedHalves = (context: BatchContext, texts: readonly KeyedText[]) => {
  const half = Math.ceil(texts.length / 2);
  const parts = Effect.forEach(
    [texts.slice(0, half), texts.slice(half)],
    (part): Effect.Effect<readonly Float32Array[], EmbeddingFailure> => embedBatch(context, part),
  );
  return Effect.map(parts, (vectors) => {
    context.limiter.maxTexts = Math.min(context.limiter.maxTexts, half);
    return vectors.flat();
  });
};
