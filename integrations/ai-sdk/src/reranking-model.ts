import type { RerankingModelV3 } from "@ai-sdk/provider";
import { type Connection, post } from "./post.ts";

interface RerankBody {
  readonly id: string;
  readonly model: string;
  readonly results: readonly { readonly index: number; readonly relevance_score: number }[];
}

/**
 * Returns a reranking model of the specification v3, which AI SDK 6 and 7 accept; without an id, the one that the
 * service chooses.
 */
export const rerankingModel = (connection: Connection, modelId?: string): RerankingModelV3 => ({
  specificationVersion: "v3",
  provider: "quarry.reranking",
  modelId: modelId ?? "default",
  doRerank: async ({ documents, query, topN, ...call }) => {
    const isText = documents.type === "text";
    const request = {
      query,
      documents: isText ? documents.values : documents.values.map((value) => JSON.stringify(value)),
      ...(modelId !== undefined && { model: modelId }),
      ...(topN !== undefined && { top_n: topN }),
    };
    const { body, headers } = await post<RerankBody>(connection, "/v1/rerank", "results", request, call);
    return {
      ranking: body.results.map(({ index, relevance_score }) => ({ index, relevanceScore: relevance_score })),
      response: { id: body.id, modelId: body.model, headers, body },
      warnings: isText
        ? []
        : [{ type: "compatibility", feature: "object documents", details: "Objects are judged by their JSON text." }],
    };
  },
});
