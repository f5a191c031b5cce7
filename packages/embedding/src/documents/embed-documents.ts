import { Effect } from "effect";
import type { EmbeddingCacheShape } from "../cache/embedding-cache.ts";
import { vectorKeys } from "../cache/vector-key.ts";
import { embedCall } from "../call/embed-call.ts";
import { laneOf } from "../call/lane-of.ts";
import type { EmbedderUse } from "../embedder-use.ts";
import { fitPassage, type FittedText } from "../input/fit-input.ts";
import type { Lanes } from "../pace/lanes.ts";
import type { TextToEmbed } from "../text-to-embed.ts";
import { batchesOf } from "./batches.ts";
import { type BatchContext, embedBatch, type KeyedText } from "./embed-batch.ts";
import { EmbeddingFailure } from "./embedding-failure.ts";
import { isUnpaced } from "./provider-trouble.ts";

/** The vectors of texts that are stored: those that are kept, and the rest from the embedder, each text once. */
export const embedDocuments = Effect.fnUntraced(function* (
  lanes: Lanes,
  cache: EmbeddingCacheShape,
  use: EmbedderUse,
  texts: readonly TextToEmbed[],
  { onAnswer, onEmbedded }: { readonly onAnswer: () => void; readonly onEmbedded: (tokens: number) => void },
): Effect.fn.Return<readonly Float32Array[], EmbeddingFailure> {
  const fitted = yield* fitInTurns(texts, use);
  const tell = (embedded: readonly FittedText[]): void =>
    onEmbedded(embedded.reduce((sum, { tokens }) => sum + tokens, 0));
  // It computes faster than a look-up takes, and what it gives may depend on the collection.
  if (isUnpaced(use)) return yield* Effect.tap(compute(lanes, use, fitted), () => Effect.sync(() => tell(fitted)));
  const keys = vectorKeys(
    use,
    "document",
    fitted.map(({ text }) => text),
  );
  const vectors = new Map(yield* cache.find([...new Set(keys)]));
  const missing = new Map<string, KeyedText>();
  keys.forEach((key, place) => {
    if (!isUsable(vectors.get(key), use)) missing.set(key, { ...fitted[place]!, key });
  });
  const lane = laneOf(lanes, use);
  const context: BatchContext = {
    use,
    lane,
    onPaid: (paid, results) => {
      onAnswer();
      tell(paid);
      return cache.keep(paid.map(({ key }, place) => ({ key, vector: results[place]! })));
    },
  };
  const { maxBatchTexts, maxBatchTokens } = use.embedder.capabilities;
  const batches = batchesOf([...missing.values()], {
    maxTexts: Math.min(maxBatchTexts, lane.maxTexts),
    maxTokens: Math.min(maxBatchTokens, lane.maxTokens),
  });
  yield* Effect.forEach(
    batches,
    (batch) =>
      Effect.map(embedBatch(context, batch), (results) => {
        batch.forEach(({ key }, place) => vectors.set(key, results[place]!));
      }),
    // All line up at once, so that each of the collection's turns finds one that waits; the lane says how many go.
    { concurrency: "unbounded", discard: true },
  );
  return keys.map((key) => vectors.get(key)!);
});

/** Characters that are fitted before others get their turn: some milliseconds where tokens are counted. */
const CHARACTERS_PER_TURN = 65_536;

const fitInTurns = Effect.fnUntraced(function* (
  texts: readonly TextToEmbed[],
  use: EmbedderUse,
): Effect.fn.Return<readonly FittedText[]> {
  const fitted: FittedText[] = [];
  let characters = 0;
  for (const text of texts) {
    fitted.push(fitPassage(text, use));
    characters += text.text.length;
    if (characters < CHARACTERS_PER_TURN) continue;
    characters = 0;
    yield* Effect.yieldNow;
  }
  return fitted;
});

/** What is kept was checked when it came; a damaged row costs a call, nothing else. */
const isUsable = (vector: Float32Array | undefined, { dimension }: EmbedderUse): boolean =>
  vector?.length === dimension;

/** Batch after batch, in turn with other collections: it has one thread. */
const compute = (lanes: Lanes, use: EmbedderUse, texts: readonly FittedText[]) => {
  const { maxBatchTexts, maxBatchTokens } = use.embedder.capabilities;
  const batches = batchesOf(texts, { maxTexts: maxBatchTexts, maxTokens: maxBatchTokens });
  const turns = lanes.localOf(use.embedder.name);
  const computed = Effect.forEach(batches, (batch) =>
    turns.run(
      use.collectionId,
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
