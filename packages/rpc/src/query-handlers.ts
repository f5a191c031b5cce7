import { type QueryRequest, QueryService } from "@quarry/api";
import { Queries, type QueryCollection } from "@quarry/catalog";
import type { SearchResponse, SearchResult, SearchTimings } from "@quarry/search";
import { Effect } from "effect";
import { type BoundService, bindService, type CallContext } from "./handler.ts";
import { fromSearchMode, toStruct } from "./messages.ts";
import { runEffect } from "./run-effect.ts";

/** The rpcs of QueryService that search one collection. */
export const makeQueryHandlers: Effect.Effect<BoundService, never, Queries> = Effect.gen(function* () {
  const queries = yield* Queries;
  return bindService(QueryService, {
    query: async (request, context) => {
      const response = await runEffect(queries.query(request.collectionName, fromQuery(request)));
      tellRerank(context, response);
      return {
        results: response.results.map(toResult),
        query: request.query,
        collection: request.collectionName,
        total: response.results.length,
        ...(response.timings !== undefined && { timings: toTimings(response.timings) }),
      };
    },
  });
});

const fromQuery = (request: QueryRequest): QueryCollection => ({
  query: request.query,
  topK: request.topK,
  filters: request.filters,
  minScore: request.minScore,
  searchMode: fromSearchMode(request.searchMode),
  rerank: request.rerank,
  explain: request.explain,
});

/** Says whether the order is the reranker's (decision 34). */
const tellRerank = (context: CallContext, response: SearchResponse): void => {
  if (response.rerankStatus !== null) context.responseHeaders.set("x-rerank-status", response.rerankStatus);
};

const toResult = (result: SearchResult) => ({
  id: result.id,
  text: result.text,
  score: result.score,
  documentId: result.documentId,
  chunkIndex: result.chunkIndex,
  metadata: toStruct(result.metadata),
  ...(result.parts !== undefined && { explanation: toExplanation(result) }),
});

const toExplanation = ({ parts = {} }: SearchResult) => ({
  ...(parts.semantic !== undefined && { semanticScore: parts.semantic }),
  ...(parts.keyword !== undefined && { keywordScore: parts.keyword }),
  ...(parts.rerank !== undefined && { rerankScore: parts.rerank }),
});

const toTimings = (timings: SearchTimings) => ({
  ...(timings.embedMs !== undefined && { embedMs: timings.embedMs }),
  ...(timings.semanticMs !== undefined && { semanticMs: timings.semanticMs }),
  ...(timings.keywordMs !== undefined && { keywordMs: timings.keywordMs }),
  ...(timings.rerankMs !== undefined && { rerankMs: timings.rerankMs }),
  totalMs: timings.totalMs,
});
