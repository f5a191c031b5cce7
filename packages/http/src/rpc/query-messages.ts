import type { MessageInitShape } from "@bufbuild/protobuf";
import type { QueryRequest, QueryResponseSchema, QueryResultSchema } from "@quarry/api";
import type { QueryOptions } from "@quarry/api/query-options";
import type { AnsweredResult, CollectionResult, MultiQueryAnswer, QueryAnswer, QueryCollection } from "@quarry/catalog";
import type { ScoreParts } from "@quarry/search";
import { fromSearchMode, toStruct } from "./messages.ts";

/** A query of any kind as it comes in. */
export const fromQuery = ({ searchMode, ...query }: QueryOptions & Pick<QueryRequest, "query">): QueryCollection => ({
  ...query,
  searchMode: fromSearchMode(searchMode),
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
  timings: answer.timings,
  explanation: toQueryExplanation(answer),
});

/** Only of a query that wants to be explained. */
export const toQueryExplanation = ({ repairs, wordsLeftOut }: QueryAnswer | MultiQueryAnswer) =>
  repairs && { wordsLeftOut, corrections: [...repairs] };

export const toResult = ({
  metadata,
  parts,
  ...result
}: AnsweredResult | CollectionResult): MessageInitShape<typeof QueryResultSchema> => ({
  ...result,
  metadata: toStruct(metadata),
  explanation: parts && toExplanation(parts),
});

const toExplanation = ({ semantic, keyword, fused, rerank, ...parts }: ScoreParts) => ({
  ...parts,
  semanticScore: semantic,
  keywordScore: keyword,
  fusedScore: fused,
  rerankScore: rerank,
});
