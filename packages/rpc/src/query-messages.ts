import type { MessageInitShape } from "@bufbuild/protobuf";
import type { QueryRequest, QueryResponseSchema, QueryResultSchema } from "@quarry/api";
import type { AnsweredResult, CollectionRepair, CollectionResult, QueryAnswer, QueryCollection } from "@quarry/catalog";
import type { ScoreParts, SearchTimings, WordRepair } from "@quarry/search";
import { fromSearchMode, toStruct } from "./messages.ts";

/** What every kind of query has in common. */
type AnyQuery = Pick<
  QueryRequest,
  | "query"
  | "topK"
  | "filters"
  | "minScore"
  | "searchMode"
  | "rerank"
  | "explain"
  | "expand"
  | "alpha"
  | "maxChunksPerDocument"
  | "diversity"
>;

export const fromQuery = (request: AnyQuery): QueryCollection => ({
  query: request.query,
  topK: request.topK,
  filters: request.filters,
  minScore: request.minScore,
  searchMode: fromSearchMode(request.searchMode),
  rerank: request.rerank,
  explain: request.explain,
  expand: request.expand,
  alpha: request.alpha,
  maxChunksPerDocument: request.maxChunksPerDocument,
  diversity: request.diversity,
});

export const toQueryResponse = (
  answer: QueryAnswer,
  query: string,
  collection: string,
): MessageInitShape<typeof QueryResponseSchema> => ({
  results: answer.results.map(toResult),
  query,
  collection,
  total: answer.results.length,
  ...(answer.timings !== undefined && { timings: toTimings(answer.timings) }),
  ...(answer.repairs !== undefined && { explanation: toQueryExplanation(answer.repairs, answer.wordsLeftOut) }),
});

export const toQueryExplanation = (repairs: readonly (WordRepair | CollectionRepair)[], wordsLeftOut: number) => ({
  wordsLeftOut,
  corrections: repairs.map((repair) => ({
    word: repair.word,
    replacement: repair.replacement,
    ...("collection" in repair && { collection: repair.collection }),
  })),
});

export const toResult = (result: AnsweredResult | CollectionResult): MessageInitShape<typeof QueryResultSchema> => ({
  id: result.id,
  text: result.text,
  score: result.score,
  documentId: result.documentId,
  chunkIndex: result.chunkIndex,
  metadata: toStruct(result.metadata),
  ...("collection" in result && { collection: result.collection }),
  ...(result.expandedText !== undefined && { expandedText: result.expandedText }),
  ...(result.parts !== undefined && { explanation: toExplanation(result.parts) }),
});

const toExplanation = (parts: ScoreParts) => ({
  ...(parts.semantic !== undefined && { semanticScore: parts.semantic }),
  ...(parts.semanticRank !== undefined && { semanticRank: parts.semanticRank }),
  ...(parts.keyword !== undefined && { keywordScore: parts.keyword }),
  ...(parts.keywordRank !== undefined && { keywordRank: parts.keywordRank }),
  ...(parts.fused !== undefined && { fusedScore: parts.fused }),
  ...(parts.rerank !== undefined && { rerankScore: parts.rerank }),
  ...(parts.alpha !== undefined && { alpha: parts.alpha }),
});

export const toTimings = (timings: SearchTimings) => ({
  ...(timings.embedMs !== undefined && { embedMs: timings.embedMs }),
  ...(timings.semanticMs !== undefined && { semanticMs: timings.semanticMs }),
  ...(timings.keywordMs !== undefined && { keywordMs: timings.keywordMs }),
  ...(timings.rerankMs !== undefined && { rerankMs: timings.rerankMs }),
  totalMs: timings.totalMs,
});
