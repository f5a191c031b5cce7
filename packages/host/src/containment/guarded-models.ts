import type { EmbedderV1, RerankerV1 } from "@quarry/plugin";
import { readTraining, readRelevances, readVectors } from "./answers/read-model-answers.ts";
import type { GuardedPlugin } from "./guarded-call.ts";
import { type GuardedMethods, guardedService } from "./guarded-service.ts";

/** Returns an embedder whose results follow the contract, whatever the plugin returns. */
export const guardedEmbedder = (plugin: GuardedPlugin, embedder: EmbedderV1): EmbedderV1 =>
  guardedService(plugin, embedder, EMBEDDER);

/** Returns a reranker whose results follow the contract, whatever the plugin returns. */
export const guardedReranker = (plugin: GuardedPlugin, reranker: RerankerV1): RerankerV1 =>
  guardedService(plugin, reranker, RERANKER);

const EMBEDDER: GuardedMethods<EmbedderV1> = {
  embed: {
    operation: ({ inputType }) => (inputType === "query" ? "embedQuery" : "embedDocuments"),
    read: readVectors,
  },
  fit: { operation: "fit", read: readTraining },
};

const RERANKER: GuardedMethods<RerankerV1> = { rerank: { operation: "rerank", read: readRelevances } };
