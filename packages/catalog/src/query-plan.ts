import { type DomainError, invalidArgument, type SearchMode } from "@quarry/plugin/domain";
import type { CollectionRecord } from "@quarry/store";
import { Effect } from "effect";
import { unitVector } from "./check-vectors.ts";
import { MAX_ANSWERED_NUMBERS } from "./direct/answered-numbers.ts";
import { hasModel, needsModel } from "./no-model.ts";

/** Query by text, by vector or by both, and its search mode. */
export interface QuerySubject {
  /** Query text. Empty if the query is only a vector. */
  readonly query: string;
  /**
   * Little-endian float32 values, at any byte offset. Default: the embedding of the query text by the collection's
   * model.
   */
  readonly vector?: Uint8Array | undefined;
  readonly searchMode?: SearchMode | undefined;
  readonly rerank?: boolean | undefined;
}

export interface QueryPlan {
  readonly mode: SearchMode;
  /** Unit vector. */
  readonly vector: Float32Array | undefined;
  readonly rerank: boolean;
}

/**
 * Plans the search of a collection for a query, which has a text or a vector. If that is not possible, throws a
 * `DomainError` that names the field; `fieldPath` is the path of the fields.
 */
export const planQuery = (collection: CollectionRecord, query: QuerySubject, fieldPath: string): QueryPlan => {
  const hasText = query.query !== "";
  const mode = query.searchMode ?? (hasText ? collection.defaultSearchMode : "semantic");
  if (!hasText && mode !== "semantic") {
    throw invalidArgument(`${fieldPath}query: is required for search_mode ${mode}, which searches by words`);
  }
  if (query.vector !== undefined && mode === "keyword") {
    throw invalidArgument(
      `${fieldPath}vector: must not be given for search_mode keyword, which searches by words alone; ask for semantic or hybrid`,
    );
  }
  if (query.rerank === true && !hasText) {
    throw invalidArgument(`${fieldPath}rerank: must not be true without a query, by which results are judged`);
  }
  if (mode !== "keyword" && query.vector === undefined && !hasModel(collection)) {
    throw needsModel(
      `${fieldPath}vector`,
      collection,
      `: a ${mode} search needs a vector; search_mode keyword needs none`,
    );
  }
  return {
    mode,
    vector: query.vector && unitVector(query.vector, collection.dimension, `${fieldPath}vector`),
    rerank: query.rerank ?? collection.rerankingEnabled,
  };
};

/** Rejects queries whose results would contain more vectors than a response can hold. */
export const checkVectors = (
  queries: readonly (readonly [
    CollectionRecord,
    { readonly topK?: number | undefined; readonly withVectors?: boolean | undefined },
  ])[],
): Effect.Effect<void, DomainError> =>
  Effect.suspend(() => {
    let numbers = 0;
    for (const [{ dimension, defaultTopK }, { topK = defaultTopK, withVectors = false }] of queries) {
      if (withVectors) numbers += topK * dimension;
    }
    if (numbers <= MAX_ANSWERED_NUMBERS) return Effect.void;
    return Effect.fail(
      invalidArgument(
        `include: embeddings must be at most ${MAX_ANSWERED_NUMBERS} numbers in one answer, and top_k asks for up to ${numbers}`,
      ),
    );
  });
