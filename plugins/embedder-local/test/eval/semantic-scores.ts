import type { EmbedderV1, TermStatistics } from "@quarry/plugin";
import { Effect } from "effect";
import { capabilities, LOCAL_MODEL } from "../../src/embedder-capabilities.ts";
import type { Scores } from "./judged-collection.ts";

export const DIMENSION = LOCAL_MODEL.dimension;

/** Embeds documents in batches as the platform does. */
export async function embedDocuments(
  embedder: EmbedderV1,
  texts: readonly string[],
  statistics: TermStatistics,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += capabilities.maxBatchTexts) {
    const batch = texts.slice(start, start + capabilities.maxBatchTexts);
    const request = { model: LOCAL_MODEL.name, dimension: DIMENSION, inputType: "document", statistics } as const;
    vectors.push(...(await Effect.runPromise(embedder.embed({ ...request, texts: batch }))).vectors);
  }
  return vectors;
}

/** Returns the training result of an embedder for a collection's texts, or undefined if these are too few. */
export async function fitTexts(embedder: EmbedderV1, texts: readonly string[]): Promise<Uint8Array | undefined> {
  if (texts.length < capabilities.fitting.minTexts) return undefined;
  const sample = texts.slice(0, capabilities.fitting.maxTexts);
  return Effect.runPromise(embedder.fit!({ model: LOCAL_MODEL.name, dimension: DIMENSION, texts: sample }));
}

/** Embeds queries one after the other. */
export async function embedQueries(
  embedder: EmbedderV1,
  queries: readonly string[],
  statistics: TermStatistics,
  fit?: Uint8Array,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  const request = { model: LOCAL_MODEL.name, dimension: DIMENSION, inputType: "query", statistics, fit } as const;
  for (const query of queries)
    vectors.push(...(await Effect.runPromise(embedder.embed({ ...request, texts: [query] }))).vectors);
  return vectors;
}

/** Returns the semantic score of every document for every query: max(0, cosine). */
export function semanticScores(documents: readonly Float32Array[], queries: readonly Float32Array[]): Scores {
  return queries.map((query) => {
    const places = [...query.keys()].filter((place) => query[place] !== 0);
    return Float64Array.from(documents, (document) => {
      let cosine = 0;
      for (const place of places) cosine += query[place]! * document[place]!;
      return Math.max(0, cosine);
    });
  });
}

/** Returns the platform's hybrid score: `alpha * semantic + (1 - alpha) * keyword`. */
export const hybridScores = (semantic: Scores, keyword: Scores, alpha: number): Scores =>
  semantic.map((scores, query) =>
    scores.map((score, document) => alpha * score + (1 - alpha) * keyword[query]![document]!),
  );
