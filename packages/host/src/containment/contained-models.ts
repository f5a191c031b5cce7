import type { EmbedderV1, RerankerV1 } from "@quarry/plugin";
import { readTraining, readRelevances, readVectors } from "./answers/read-model-answers.ts";
import type { ContainedPlugin } from "./contained-call.ts";
import { type ContainedMethods, containedService } from "./contained-service.ts";

/** An embedder that answers as the contract says, whatever stands behind it. */
export const containedEmbedder = (plugin: ContainedPlugin, embedder: EmbedderV1): EmbedderV1 =>
  containedService(plugin, embedder, EMBEDDER);

/** A reranker that answers as the contract says, whatever stands behind it. */
export const containedReranker = (plugin: ContainedPlugin, reranker: RerankerV1): RerankerV1 =>
  containedService(plugin, reranker, RERANKER);

const EMBEDDER: ContainedMethods<EmbedderV1> = {
  embed: {
    operation: ({ inputType }) => (inputType === "query" ? "embedQuery" : "embedDocuments"),
    read: readVectors,
  },
  fit: { operation: "fit", read: readTraining },
};

const RERANKER: ContainedMethods<RerankerV1> = { rerank: { operation: "rerank", read: readRelevances } };
