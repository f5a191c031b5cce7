// Made from the contract by `npm run generate`; don't edit.

import type { QueryRequest } from "./gen/quarry/v1/query_pb.ts";

/**
 * Options that every kind of query takes besides its subject and the parts of results to include, as a part of its
 * message.
 */
export type QueryOptions = Omit<
  QueryRequest,
  "$typeName" | "$unknown" | "collectionName" | "query" | "vector" | "include"
>;

/** An option of queries, as the contract has it. */
export interface QueryOption {
  readonly name: string;
  /** Its name in messages. */
  readonly property: string;
  /** Allowed values and effect, with the default, as a JSON Schema. */
  readonly schema: {
    type: "boolean" | "integer" | "number" | "object" | "string";
    enum?: string[];
    minimum?: number;
    maximum?: number;
    description: string;
  };
}

/** All of them. */
export const QUERY_OPTIONS: readonly QueryOption[] = [
  {
    name: "top_k",
    property: "topK",
    schema: {
      type: "integer",
      minimum: 1,
      maximum: 1000,
      description:
        "Maximum number of results, 1 to 1,000; for several collections, per collection. Default: the collection's default_top_k.",
    },
  },
  {
    name: "filters",
    property: "filters",
    schema: {
      type: "object",
      description:
        'Metadata filter: a field maps to a value, or to an object of operators such as `{"$gte": 2020}`. Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $and $or $not $nor. Default: no filter.',
    },
  },
  {
    name: "min_score",
    property: "minScore",
    schema: {
      type: "number",
      description: "Minimum score of a result; scores are from 0 to 1. Default: the collection's default_min_score.",
    },
  },
  {
    name: "search_mode",
    property: "searchMode",
    schema: {
      type: "string",
      enum: ["semantic", "keyword", "hybrid"],
      description:
        "Search mode. Default: the collection's default_search_mode.\n\n- `semantic`: Semantic search: by similarity of embeddings.\n- `keyword`: Keyword search: by the words of the query, in the keyword index.\n- `hybrid`: Semantic and keyword search, fused into one ranking.",
    },
  },
  {
    name: "rerank",
    property: "rerank",
    schema: {
      type: "boolean",
      description: "Whether a reranking model sorts the results. Default: the collection's reranking_enabled.",
    },
  },
  {
    name: "explain",
    property: "explain",
    schema: {
      type: "boolean",
      description: "Adds component scores to each result, and timings to the response. Default false.",
    },
  },
  {
    name: "expand",
    property: "expand",
    schema: {
      type: "integer",
      minimum: 0,
      maximum: 10,
      description: "Adds the text of this many neighbouring chunks on each side, 0 to 10. Default 0.",
    },
  },
  {
    name: "alpha",
    property: "alpha",
    schema: {
      type: "number",
      minimum: 0,
      maximum: 1,
      description:
        "Weight of the semantic score in hybrid search, 0 to 1; the remainder is the weight of the keyword score. Other modes ignore it. Default: the collection's default_alpha.",
    },
  },
  {
    name: "max_chunks_per_document",
    property: "maxChunksPerDocument",
    schema: {
      type: "integer",
      minimum: 1,
      maximum: 1000,
      description:
        "Maximum number of results per document, 1 to 1,000; the next best results of other documents replace the rest. Default: no limit.",
    },
  },
  {
    name: "diversity",
    property: "diversity",
    schema: {
      type: "number",
      minimum: 0,
      maximum: 1,
      description:
        "Weight of diversity, 0 to 1: results are sorted by relevance minus this fraction of their similarity to previous results. Scores don't change. Default 0: sorted by score alone.",
    },
  },
  {
    name: "citations",
    property: "citations",
    schema: {
      type: "boolean",
      description:
        "Adds `citation` to each result, its location: document, pages, section, range of the text and rectangles on the page. Default false.",
    },
  },
];
