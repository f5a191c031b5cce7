import { PluginError, type TermStatistics } from "@quarry/plugin";
import type { OpenEmbedder } from "@quarry/host";
import type { CollectionRecord } from "@quarry/store";
import { Effect, type Redacted } from "effect";
import type { ContextualChunk } from "../parse/parse-protocol.ts";

export interface DocumentEmbedder {
  readonly embedder: OpenEmbedder;
  readonly collection: Pick<CollectionRecord, "embeddingModel" | "dimension">;
  readonly credential: Redacted.Redacted<string> | undefined;
  readonly statistics: TermStatistics;
}

/** The chunks' vectors, of unit length and the collection's dimension, in order. */
export const embedChunks = Effect.fnUntraced(function* (
  { embedder, collection, credential, statistics }: DocumentEmbedder,
  chunks: readonly ContextualChunk[],
): Effect.fn.Return<Float32Array[], PluginError> {
  const vectors: Float32Array[] = [];
  for (const batch of batchesOf(chunks, embedder.capabilities)) {
    const result = yield* embedder.service.embed({
      model: collection.embeddingModel,
      dimension: collection.dimension,
      inputType: "document",
      texts: batch.map(textToEmbed),
      credential,
      ...(embedder.capabilities.usesTermStatistics && { statistics }),
    });
    yield* checkResult(embedder.plugin, result.vectors, batch.length, collection.dimension);
    for (const vector of result.vectors) vectors.push(yield* normalised(embedder.plugin, vector));
  }
  return vectors;
});

const textToEmbed = (chunk: ContextualChunk): string =>
  chunk.contextText === "" ? chunk.text : `${chunk.contextText}\n\n${chunk.text}`;

/** Cuts by the embedder's number of texts and of tokens; a chunk above the token limit goes alone. */
function* batchesOf(
  chunks: readonly ContextualChunk[],
  { maxBatchTexts, maxBatchTokens }: OpenEmbedder["capabilities"],
): Generator<readonly ContextualChunk[]> {
  let batch: ContextualChunk[] = [];
  let tokens = 0;
  for (const chunk of chunks) {
    if (batch.length > 0 && (batch.length >= maxBatchTexts || tokens + chunk.tokenCount > maxBatchTokens)) {
      yield batch;
      batch = [];
      tokens = 0;
    }
    batch.push(chunk);
    tokens += chunk.tokenCount;
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
