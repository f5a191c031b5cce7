import { TimeSlice } from "@quarry/plugin/time-slice";
import { Effect } from "effect";
import type { EmbeddingCacheShape } from "../cache/embedding-cache.ts";
import { vectorKeys } from "../cache/vector-key.ts";
import { embedCall } from "../call/embed-call.ts";
import { limiterOf } from "../call/limiter-of.ts";
import type { EmbedderUse } from "../embedder-use.ts";
import { truncatePassage, type TruncatedText } from "../input/truncate-input.ts";
import type { RateLimiters } from "../rate-limits/rate-limiters.ts";
import type { TextToEmbed } from "../text-to-embed.ts";
import { batchesOf } from "./batches.ts";
import { type BatchContext, embedBatch, type KeyedText } from "./embed-batch.ts";
import { EmbeddingFailure } from "./embedding-failure.ts";
import { isUnlimited } from "./provider-trouble.ts";

/** Returns the vectors of stored texts: cached ones, and the rest from the embedder. Each text is embedded once. */
export const embedDocuments = Effect.fnUntraced(function* (
  limiters: RateLimiters,
  cache: EmbeddingCacheShape,
  use: EmbedderUse,
  texts: readonly TextToEmbed[],
  { onAnswer, onEmbedded }: { readonly onAnswer: () => void; readonly onEmbedded: (tokens: number) => void },
): Effect.fn.Return<readonly Float32Array[], EmbeddingFailure> {
  const truncated = yield* truncateAll(texts, use);
  const report = (embedded: readonly TruncatedText[]): void =>
    onEmbedded(embedded.reduce((sum, { tokens }) => sum + tokens, 0));
  // The embedder computes in this process, faster than a cache lookup, and its vectors can depend on the collection.
  if (isUnlimited(use))
    return yield* Effect.tap(compute(limiters, use, truncated), () => Effect.sync(() => report(truncated)));
  const keys = vectorKeys(
    use,
    "document",
    truncated.map(({ text }) => text),
  );
  const vectors = new Map(yield* cache.find([...new Set(keys)]));
  const missing = new Map<string, KeyedText>();
  keys.forEach((key, index) => {
    if (!isUsable(vectors.get(key), use)) missing.set(key, { ...truncated[index]!, key });
  });
  const limiter = limiterOf(limiters, use);
  const context: BatchContext = {
    use,
    limiter,
    onPaid: (paid, results) => {
      onAnswer();
      report(paid);
      return cache.keep(paid.map(({ key }, index) => ({ key, vector: results[index]! })));
    },
  };
  const { maxBatchTexts, maxBatchTokens } = use.embedder.capabilities;
  const batches = batchesOf([...missing.values()], {
    maxTexts: Math.min(maxBatchTexts, limiter.maxTexts),
    maxTokens: Math.min(maxBatchTokens, limiter.maxTokens),
  });
  yield* Effect.forEach(
    batches,
    (batch) =>
      Effect.map(embedBatch(context, batch), (results) => {
        batch.forEach(({ key }, index) => vectors.set(key, results[index]!));
      }),
    // Queues all batches at once, so one of the collection is always waiting. The rate limiter determines the
    // concurrency.
    { concurrency: "unbounded", discard: true },
  );
  return keys.map((key) => vectors.get(key)!);
});

/** Truncates texts in time slices: counting their tokens takes milliseconds. */
const truncateAll = Effect.fnUntraced(function* (
  texts: readonly TextToEmbed[],
  use: EmbedderUse,
): Effect.fn.Return<readonly TruncatedText[]> {
  const truncated: TruncatedText[] = [];
  const slice = new TimeSlice();
  for (const text of texts) {
    truncated.push(truncatePassage(text, use));
    if (slice.isOver) yield* Effect.promise(() => slice.renew());
  }
  return truncated;
});

/**
 * Whether a cached vector is usable. It was validated when written, so its length is enough: a damaged row only costs a
 * call.
 */
const isUsable = (vector: Float32Array | undefined, { dimension }: EmbedderUse): boolean =>
  vector?.length === dimension;

/** Computes batch by batch, in turn with other collections: the embedder has one thread. */
const compute = (limiters: RateLimiters, use: EmbedderUse, texts: readonly TruncatedText[]) => {
  const { maxBatchTexts, maxBatchTokens } = use.embedder.capabilities;
  const batches = batchesOf(texts, { maxTexts: maxBatchTexts, maxTokens: maxBatchTokens });
  const scheduler = limiters.localOf(use.embedder.name);
  const computed = Effect.forEach(batches, (batch) =>
    scheduler.run(
      { owner: use.collectionId },
      embedCall(
        use,
        "document",
        batch.map(({ text }) => text),
      ),
    ),
  );
  return Effect.mapBoth(computed, {
    onFailure: (error) => new EmbeddingFailure({ embedder: use.embedder.name, error }),
    onSuccess: (vectors) => vectors.flat(),
  });
};
