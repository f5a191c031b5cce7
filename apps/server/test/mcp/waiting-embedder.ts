import { appendFileSync } from "node:fs";
import { defineEmbedder } from "@quarry/plugin";
import { Effect, Schema } from "effect";

/** An embedder that never answers a query whose text is "wait"; the file `log` is told when it begins with one. */
export default defineEmbedder({
  name: "waiting-embedder",
  specVersion: 1,
  capabilities: {
    models: [{ name: "waiting", dimension: 2, description: "For tests." }],
    otherModels: false,
    credential: "none",
    maxBatchTexts: 64,
    maxBatchTokens: 100_000,
    usesTermStatistics: false,
    hybridAlpha: 0.5,
  },
  settings: Schema.Struct({ log: Schema.String }),
  make: ({ log }) =>
    Effect.succeed({
      embed: ({ texts }) =>
        Effect.gen(function* () {
          if (texts.includes("wait")) {
            appendFileSync(log, "begun\n");
            yield* Effect.onInterrupt(Effect.never, () => Effect.sync(() => appendFileSync(log, "ended\n")));
          }
          return { vectors: texts.map(() => new Float32Array([1, 0])) };
        }),
      health: Effect.void,
    }),
});
