import { defineEmbedder } from "@quarry/plugin";
import { Effect, Schema } from "effect";
import { PASSAGE_DIMENSION, passageVector } from "./passage-vector.ts";

/** An embedder for the service that is killed: whoever knows a text knows its vector, as a document and as a query. */
export default defineEmbedder({
  name: "quarry-load-passages",
  specVersion: 1,
  capabilities: {
    models: [{ name: "passages", dimension: PASSAGE_DIMENSION, description: "Vectors that depend on the text alone." }],
    otherModels: false,
    credential: "none",
    maxBatchTexts: 256,
    maxBatchTokens: 131_072,
    usesTermStatistics: false,
    hybridAlpha: 0.5,
  },
  settings: Schema.Struct({}),
  make: () =>
    Effect.succeed({
      embed: ({ texts }) => Effect.sync(() => ({ vectors: texts.map(passageVector) })),
      health: Effect.void,
    }),
});
