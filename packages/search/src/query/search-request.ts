import type { Candidate, WordRepair } from "@quarry/index";
import type { QueryOptions } from "@quarry/api/query-options";
import type { Filter, JsonObject, SearchMode } from "@quarry/plugin/domain";
import type { Citation } from "../citation.ts";
import type { PassageLink } from "../passage-links.ts";

/** A query of one collection, with its defaults. The proto documents the options and their permitted values. */
export interface SearchRequest extends Omit<QueryOptions, "filters" | "searchMode" | "expand"> {
  /** Not blank, unless a semantic search has a vector. */
  readonly query: string;
  /** Query vector of unit length, used instead of the query's embedding. */
  readonly vector?: Float32Array | undefined;
  readonly topK: number;
  /** Restricts the results in every mode. */
  readonly filter?: Filter | undefined;
  readonly mode: SearchMode;
  readonly rerank: boolean;
  readonly explain: boolean;
  /** Whether results come with their vectors. Default false. */
  readonly withVectors?: boolean | undefined;
  /** Parts that are omitted from every result, which saves memory. Default: neither. */
  readonly without?: { readonly text: boolean; readonly metadata: boolean } | undefined;
}

/**
 * Components of a score; each in [0, 1], present where it was computed. The rank in a branch is present if the branch
 * itself returned the passage. Passages that can't be returned (of a run that is not live) may rank before it until they
 * are removed.
 */
export interface ScoreParts extends Omit<Candidate, "id" | "score"> {
  /** Relevance by the reranker. If present, it is the score itself. */
  readonly rerank?: number;
}

/** A fragment of a result's text. Positions are Unicode code points; the end of a range is exclusive. */
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
  /** In [0, 1] in every mode. Depends only on the query and the passage, not on the other options. */
  readonly score: number;
  /** For a direct vector its `metadata.document_id` if that is a string, else "". */
  readonly documentId: string;
  /** For a direct vector its `metadata.chunk_index` if that is a whole number, else 0. */
  readonly chunkIndex: number;
  /** Generation that the passage belongs to, for reading its neighbours; 0 for a direct vector. */
  readonly generation: number;
  readonly metadata: JsonObject;
  /** Unit vector. Only with `withVectors`, if the passage has one. */
  readonly vector?: Float32Array | undefined;
  /** With `highlight` only, in the order of the text. */
  readonly highlights?: readonly ShownFragment[];
  /** Absent if the passage has none. */
  readonly links?: readonly PassageLink[] | undefined;
  /** With `citations` only, for a passage of a document. */
  readonly citation?: Citation | undefined;
  /** With `explain` only. */
  readonly parts?: ScoreParts;
}

/** `skipped`: there is no reranker, no key for it, or nothing to rerank. `failed`: the order without it is returned. */
export type RerankStatus = "applied" | "skipped" | "failed";

/** Durations in milliseconds. Steps that were not executed are omitted. Branches run concurrently. */
export interface SearchTimings {
  readonly embedMs?: number;
  readonly semanticMs?: number;
  readonly keywordMs?: number;
  /** Computing the missing scores of candidates that only one branch returned (hybrid). */
  readonly completeMs?: number;
  /** Reading passages and checking filter and liveness. */
  readonly hydrateMs?: number;
  readonly rerankMs?: number;
  readonly totalMs: number;
}

export interface SearchResponse {
  /** By score, highest first; ties by id in code point order. With `diversity`, in the order of the diversification. */
  readonly results: readonly SearchResult[];
  /** Null if reranking was not requested. */
  readonly rerankStatus: RerankStatus | null;
  /**
   * Number of words at the query's end that it was not searched by, because it has more distinct words than a query may
   * have (see `boundedQuery`). A model that reads whole texts still gets the complete query.
   */
  readonly termsLeftOut: number;
  /** Reason why reranking failed or was skipped, for the log. */
  readonly rerankMessage?: string;
  /** Words of the query that were replaced by others. With `explain` only. */
  readonly repairs?: readonly WordRepair[];
  /** With `explain` only. */
  readonly timings?: SearchTimings;
}
