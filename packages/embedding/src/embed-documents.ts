import { type EmbedderCapabilities, PluginError } from "@quarry/plugin";
import { Effect } from "effect";
import type { EmbedderUse } from "./embedder-use.ts";
import type { TextToEmbed } from "./embeddings.ts";

/** Texts in batches, one after the other. */
export const embedDocuments = Effect.fnUntraced(function* (
  { embedder, model, dimension, credential, statistics }: EmbedderUse,
  texts: readonly TextToEmbed[],
): Effect.fn.Return<readonly Float32Array[], PluginError> {
  const vectors: Float32Array[] = [];
  for (const batch of batchesOf(texts, embedder.capabilities)) {
    const result = yield* embedder.service.embed({
      model,
      dimension,
      inputType: "document",
      texts: batch.map(({ text }) => text),
      credential,
      ...(embedder.capabilities.usesTermStatistics && { statistics }),
    });
    yield* checkResult(embedder.plugin, result.vectors, batch.length, dimension);
    for (const vector of result.vectors) vectors.push(yield* normalised(embedder.plugin, vector));
  }
  return vectors;
});

/** Cuts by the embedder's number of texts and of tokens; a text above the token limit goes alone. */
function* batchesOf(
  texts: readonly TextToEmbed[],
  { maxBatchTexts, maxBatchTokens }: EmbedderCapabilities,
): Generator<readonly TextToEmbed[]> {
  let batch: TextToEmbed[] = [];
  let tokens = 0;
  for (const text of texts) {
    if (batch.length > 0 && (batch.length >= maxBatchTexts || tokens + text.tokenCount > maxBatchTokens)) {
      yield batch;
      batch = [];
      tokens = 0;
    }
    batch.push(text);
    tokens += text.tokenCount;
  }
  if (batch.length > 0) yield batch;
}

/** A wrong answer fails the document with both numbers (decision 9). */
const checkResult = (
  plugin: string,
  vectors: readonly Float32Array[],
  expectedCount: number,
  dimension: number,
): Effect.Effect<void, PluginError> => {
  const fail = (message: string) => Effect.fail(new PluginError({ plugin, reason: "incompatible", message }));
  if (vectors.length !== expectedCount) {
    return fail(`the embedder gave ${vectors.length} vectors for ${expectedCount} texts`);
  }
  const wrong = vectors.find((vector) => vector.length !== dimension);
  return wrong === undefined
    ? Effect.void
    : fail(`the embedder gave a vector of ${wrong.length} dimensions; the collection has ${dimension}`);
};

const normalised = (plugin: string, vector: Float32Array): Effect.Effect<Float32Array, PluginError> => {
  let sum = 0;
  for (let i = 0; i < vector.length; i += 1) sum += (vector[i] as number) ** 2;
  const length = Math.sqrt(sum);
  if (!Number.isFinite(length) || length === 0) {
    const message = `the embedder gave a vector of length ${length}; it must be finite and not zero`;
    return Effect.fail(new PluginError({ plugin, reason: "incompatible", message }));
  }
  return Effect.succeed(Math.abs(length - 1) < 1e-6 ? vector : vector.map((value) => value / length));
};
