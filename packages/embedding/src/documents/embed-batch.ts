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

/** A text with the key of its vector. */
export interface KeyedText extends TruncatedText {
  readonly key: string;
}

export interface BatchContext {
  readonly use: EmbedderUse;
  readonly limiter: RateLimiter;
  /** Told of every answer at once: what is paid for is kept, whatever becomes of the rest. */
  readonly onPaid: (texts: readonly KeyedText[], vectors: readonly Float32Array[]) => Effect.Effect<void>;
}

/**
 * A document holds on to all that was read of it for as long as this, as most failures pass at once; then it gives its
 * place to others. An hour of outage must not be an hour for everybody.
 */
const HOLD_ON_MS = 5_000;

/**
 * The vectors of one batch. Tried again, alone, while the provider fails in a way that passes at once; halved when it is
 * too large for it. What would fail again is not tried again.
 */
export const embedBatch = Effect.fnUntraced(function* (
  context: BatchContext,
  texts: readonly KeyedText[],
): Effect.fn.Return<readonly Float32Array[], EmbeddingFailure> {
  const { limiter, use } = context;
  const holdOnMs = Math.min(HOLD_ON_MS, limiter.limits.giveUpAfterSeconds * 1000);
  let failures = 0;
  let failedSince: number | undefined;
  for (;;) {
    const heldMs = failedSince === undefined ? 0 : performance.now() - failedSince;
    const outcome = yield* Effect.result(attempt(context, texts, holdOnMs - heldMs, failures > 0));
    if (Result.isSuccess(outcome)) return outcome.success;
    const error = outcome.failure;
    if (error instanceof ProviderPaused) return yield* away(context, error.error, failedSince, error.pauseMs);
    if (error.reason === "invalid" && texts.length > 1) return yield* halves(context, texts);
    if (!error.isRetryable) {
      const reported = texts.length === 1 ? refusedText(use, error, texts[0]!) : error;
      return yield* new EmbeddingFailure({ embedder: use.embedder.name, error: reported });
    }
    failures += 1;
    failedSince ??= performance.now();
    // A pause that the provider asks for holds for everybody, and the limiter keeps it; this one is the batch's own.
    const waitMs = error.reason === "rate_limited" ? 0 : pauseAfter(failures, limiter.limits.firstPauseMs);
    const pauseMs = Math.max(waitMs, limiter.trouble?.pauseMs ?? 0);
    if (performance.now() - failedSince + pauseMs > holdOnMs) return yield* away(context, error, failedSince, pauseMs);
    yield* Effect.sleep(waitMs);
  }
});

const away = (
  { use, limiter }: BatchContext,
  error: PluginError,
  failedSince: number | undefined,
  pauseMs: number,
): EmbeddingFailure => {
  const keptMs = failedSince === undefined ? 0 : performance.now() - failedSince;
  const reported = { error, keptMs, pauseMs, isProbed: false, pace: limiter.limits };
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
  // An interruption waits until what was paid for is kept.
  return Effect.uninterruptibleMask((restore) =>
    Effect.tap(restore(limiter.run(ticket, call)), (vectors) => onPaid(texts, vectors)),
  );
};

/**
 * Too many for one call, or one that it refuses is among them: one half after the other, so that a request that is wrong
 * altogether costs a few calls and no more. When both go well, it was the number, and the next batches are smaller.
 */
const halves = (context: BatchContext, texts: readonly KeyedText[]) => {
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
