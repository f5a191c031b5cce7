import type { MessageInitShape } from "@bufbuild/protobuf";
import { Include, type QueryRequest, type QueryResultSchema } from "@quarry/api";
import type { QueryOptions } from "@quarry/api/query-options";
import type { AnsweredResult, CollectionResult, MultiQueryAnswer, QueryAnswer, QueryCollection } from "@quarry/catalog";
import type { ScoreParts } from "@quarry/search";
import { toCitation, toLinks } from "./citation-message.ts";
import { float32Bytes, fromSearchMode, partsIncluded, toStruct } from "./messages.ts";

/** Request fields that every kind of query has. */
type AnyQuery = QueryOptions & Pick<QueryRequest, "query" | "vector" | "include">;

/** Converts a query of any kind from its message. */
export const fromQuery = ({ searchMode, include, ...query }: AnyQuery): QueryCollection => {
  const { text, metadata, embedding } = partsIncluded(include);
  const searched = { ...query, searchMode: fromSearchMode(searchMode), withVectors: embedding };
  return text && metadata ? searched : { ...searched, without: { text: !text, metadata: !metadata } };
};

export const toQueryResponse = (
  answer: QueryAnswer | MultiQueryAnswer,
  { query, include }: Pick<AnyQuery, "query" | "include">,
) => ({
  results: answer.results.map(toResult(include)),
  query,
  total: answer.results.length,
  timings: answer.timings,
  explanation: toQueryExplanation(answer),
});

/** Converts the explanation, which exists only for a query that requested it. */
const toQueryExplanation = (answer: QueryAnswer | MultiQueryAnswer) => {
  const { repairs, termsLeftOut, unknownFields } = answer;
  if (repairs === undefined) return undefined;
  const lacking = "lackingFields" in answer ? answer.lackingFields : [];
  return {
    wordsLeftOut: termsLeftOut,
    corrections: [...repairs],
    unknownFilterFields: [...unknownFields],
    lackingCollections: lacking.map(({ collection, fields }) => ({ collection, fields: [...fields] })),
  };
};

/** Converts a result with the included parts. */
const toResult = (include: readonly Include[]) => {
  const parts = partsIncluded(include);
  return (result: AnsweredResult | CollectionResult): MessageInitShape<typeof QueryResultSchema> => {
    const { vector, parts: scores, highlights, expandedText } = result;
    return {
      ...{ id: result.id, score: result.score, documentId: result.documentId, chunkIndex: result.chunkIndex },
      ...("collection" in result && { collection: result.collection }),
      ...(parts.text && { text: result.text }),
      // Converted only when it is encoded, because it can be large.
      get metadata() {
        return parts.metadata ? toStruct(result.metadata) : {};
      },
      expandedText,
      embedding: vector && float32Bytes(vector),
      explanation: scores && toExplanation(scores),
      get citation() {
        const { citation } = result;
        return citation && toCitation(citation);
      },
      get links() {
        return parts.text ? toLinks(result.links) : undefined;
      },
      highlights: highlights && {
        fragments: highlights.map((fragment) => ({ ...fragment, matches: [...fragment.matches] })),
      },
    };
  };
};

const toExplanation = ({ semantic, keyword, fused, rerank, ...parts }: ScoreParts) => ({
  ...parts,
  semanticScore: semantic,
  keywordScore: keyword,
  fusedScore: fused,
  rerankScore: rerank,
});
