import type { EmbedderV1, RerankerV1 } from "@quarry/plugin";
import { readFit, readRelevances, readVectors } from "./answers/read-model-answers.ts";
import { readNothing } from "./answers/read-values.ts";
import { contained, type ContainedPlugin } from "./contained-call.ts";

/** An embedder that answers as the contract says, whatever stands behind it. */
export const containedEmbedder = (plugin: ContainedPlugin, embedder: EmbedderV1): EmbedderV1 => ({
  embed: (request) =>
    contained(plugin, {
      call: "embed",
      operation: request.inputType === "query" ? "embedQuery" : "embedDocuments",
      run: () => embedder.embed(request),
      read: (answer) => readVectors(answer, request),
    }),
  ...(embedder.fit !== undefined && {
    fit: (request) =>
      contained(plugin, { call: "fit", operation: "fit", run: () => embedder.fit!(request), read: readFit }),
  }),
  health: contained(plugin, { call: "health", operation: "health", run: () => embedder.health, read: readNothing }),
});

/** A reranker that answers as the contract says, whatever stands behind it. */
export const containedReranker = (plugin: ContainedPlugin, reranker: RerankerV1): RerankerV1 => ({
  rerank: (request) =>
    contained(plugin, {
      call: "rerank",
      operation: "rerank",
      run: () => reranker.rerank(request),
      read: (answer) => readRelevances(answer, request),
    }),
  health: contained(plugin, { call: "health", operation: "health", run: () => reranker.health, read: readNothing }),
});
