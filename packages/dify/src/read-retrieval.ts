import type { QueryCollection } from "@quarry/catalog";
import { limits } from "@quarry/plugin/domain";
import { filterOf } from "./metadata-condition.ts";
import { fieldsOf, textOf, wrong } from "./refusal.ts";

export interface Retrieval {
  readonly knowledgeId: string;
  readonly query: QueryCollection;
}

/**
 * Parses the body of a retrieval request. Throws `invalid_argument` with the field; for an empty body, that is the
 * first required field.
 */
export const readRetrieval = (body: unknown): Retrieval => {
  const { knowledge_id: id, query, ...rest } = fieldsOf(body, "The request body");
  const knowledgeId = textOf(id, "knowledge_id");
  const text = textOf(query, "query");
  const { top_k: topK, score_threshold: threshold } = fieldsOf(rest["retrieval_setting"], "retrieval_setting");
  if (!Number.isInteger(topK) || (topK as number) < 1 || (topK as number) > limits.MAX_TOP_K) {
    throw wrong("retrieval_setting.top_k", `must be an integer from 1 to ${limits.MAX_TOP_K}`, topK);
  }
  const minScore = threshold ?? 0;
  if (typeof minScore !== "number" || !(minScore >= 0 && minScore <= 1)) {
    throw wrong("retrieval_setting.score_threshold", "must be a number from 0 to 1", threshold);
  }
  const filters = filterOf(rest["metadata_condition"] ?? undefined);
  // Dify applies its own relevance threshold: 0 replaces the collection's minimum.
  return { knowledgeId, query: { query: text, topK: topK as number, minScore, filters, citations: true } };
};
