import { type EmbedderV1, defineEmbedder, defineReranker } from "@quarry/plugin";
import { Effect, Schema } from "effect";

/** Creates an embedder that returns the same vector for every text. */
export const plainEmbedder = (embed?: EmbedderV1["embed"]) =>
  defineEmbedder({
    name: "plain-embedder",
    specVersion: 1,
    capabilities: {
      models: [{ name: "plain", dimension: 4, description: "One vector for all." }],
      otherModels: false,
      credential: "optional",
      maxBatchTexts: 100,
      maxBatchTokens: 10_000,
      usesTermStatistics: false,
      hybridAlpha: 0.5,
    },
    settings: Schema.Struct({}),
    make: () =>
      Effect.succeed({
        embed: embed ?? (({ texts }) => Effect.succeed({ vectors: texts.map(() => Float32Array.of(1, 0, 0, 0)) })),
        health: Effect.void,
      }),
  });

/** Embed call that the tests make. */
export const embedCall =
  (texts: readonly string[] = ["a pump"], more: object = {}) =>
  (embedder: EmbedderV1) =>
    embedder.embed({ model: "plain", dimension: 4, inputType: "document", texts, ...more });

export const plainReranker = defineReranker({
  name: "plain-reranker",
  specVersion: 1,
  capabilities: { models: ["plain"], credential: "none", maxPassages: 10 },
  settings: Schema.Struct({}),
  make: () =>
    Effect.succeed({ rerank: ({ passages }) => Effect.succeed(passages.map(() => 0.5)), health: Effect.void }),
});
