import type { WordRepair } from "@quarry/index";
import type { QueryOptions } from "@quarry/api/query-options";
import type { Filter, JsonObject, SearchMode } from "@quarry/plugin/domain";
import type { Citation } from "../citation.ts";
import type { PassageLink } from "../passage-links.ts";

/** A query of one collection, with its defaults; what its options may be and mean, their declaration in the proto says. */
export interface SearchRequest extends Omit<QueryOptions, "filters" | "searchMode" | "expand"> {
  /** Not blank, unless a semantic search has a vector. */
  readonly query: string;
  /** Query vector, in place of the embedding of the query; of unit length. */
  readonly vector?: Float32Array | undefined;
  readonly topK: number;
  /** A boundary in every mode. */
  readonly filter?: Filter | undefined;
  readonly mode: SearchMode;
  readonly rerank: boolean;
  readonly explain: boolean;
  /** Whether results come with their vectors. Default false. */
  readonly withVectors?: boolean | undefined;
  /** Parts that no result is answered with: less is held of each. Default: neither. */
  readonly without?: { readonly text: boolean; readonly metadata: boolean } | undefined;
}

/** Components of a score; each in [0, 1], present where it was computed. */
export interface ScoreParts {
  readonly semantic?: number;
  readonly keyword?: number;
  /** The hybrid combination of the two. */
  readonly fused?: number;
  /** The weight of the semantic score in it. */
  readonly alpha?: number;
  /**
   * One-based rank in the branch's own order, by score; present where the branch itself returned the passage. Passages
   * that can't be returned (of a run that is not live) may rank before it until they are removed.
   */
  readonly semanticRank?: number;
  readonly keywordRank?: number;
  /** Relevance by the reranker; then it is the score itself. */
  readonly rerank?: number;
}

/** A part of a result's text. Places are code points of Unicode; a range's end is not part of it. */
export interface ShownFragment {
  readonly text: string;
  /** Number of characters of the result's text before the fragment. */
  readonly offset: number;
  /** Ranges of the fragment that match the query, in order. */
  readonly matches: readonly { readonly start: number; readonly end: number }[];
}

export interface SearchResult {
  readonly id: string;
  readonly text: string;
  /** In [0, 1] in every mode; the same for one query and passage whatever else is asked. */
  readonly score: number;
  /** For a direct vector its `metadata.document_id` if that is a string, else "". */
  readonly documentId: string;
  /** For a direct vector its `metadata.chunk_index` if that is a whole number, else 0. */
  readonly chunkIndex: number;
  /** The generation it belongs to, for reading its neighbours; 0 for a direct vector. */
  readonly generation: number;
  readonly metadata: JsonObject;
  /** Of unit length. With `withVectors` only, where it has one. */
  readonly vector?: Float32Array | undefined;
  /** With `highlight` only, in the order of the text. */
  readonly highlights?: readonly ShownFragment[];
  /** Absent where it has none. */
  readonly links?: readonly PassageLink[] | undefined;
  /** With `citations` only, of a passage of a document. */
  readonly citation?: Citation | undefined;
  /** With `explain` only. */
  readonly parts?: ScoreParts;
}

/** `skipped`: there is no reranker, no key for it, or nothing to rerank. `failed`: the order without it is returned. */
export type RerankStatus = "applied" | "skipped" | "failed";

/** Milliseconds spent; a step that was not taken is left out. Branches run at the same time. */
export interface SearchTimings {
  readonly embedMs?: number;
  readonly semanticMs?: number;
  readonly keywordMs?: number;
  /** Computing the scores of the branch that did not return a candidate (hybrid). */
  readonly completeMs?: number;
  /** Reading passages and checking filter and liveness. */
  readonly hydrateMs?: number;
  readonly rerankMs?: number;
  readonly totalMs: number;
}

export interface SearchResponse {
  /** By score, highest first; equal scores by id in code point order. With `diversity` in the order that it makes. */
  readonly results: readonly SearchResult[];
  /** Null when reranking was not asked for. */
  readonly rerankStatus: RerankStatus | null;
  /**
   * Words at the query's end that it was not searched by, because it has more distinct ones than a query may have (see
   * `boundedQuery`); a model that reads texts as a whole is given all of it.
   */
  readonly termsLeftOut: number;
  /** Reason why reranking failed or was skipped, for the log. */
  readonly rerankMessage?: string;
  /** Words of the query that were taken for others. With `explain` only. */
  readonly repairs?: readonly WordRepair[];
  /** With `explain` only. */
  readonly timings?: SearchTimings;
}
