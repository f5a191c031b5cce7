import {
  type Branch,
  type KeywordRequest,
  keywordScoresOf,
  matchingBranch,
  nearBranch,
  NOTHING,
  type Passage,
  type PassageIndexError,
  type PassageIndexService,
  passagesOf,
  semanticScoresOf,
  vectorIdOf,
} from "@quarry/index";
import type { Filter } from "@quarry/plugin/domain";
import { type PluginError, searchWithResidual, type VectorStoreV1 } from "@quarry/plugin";
import { Effect } from "effect";

import type { SearchTarget } from "./search-target.ts";

/** Result of the keyword branch, with the passages that it returned, by the ids of their vectors. */
export interface KeywordBranch extends Branch {
  readonly passages?: ReadonlyMap<string, Passage> | undefined;
}

/** Returns the nearest vectors, at most `depth` of them. Without a query vector it returns none. */
export const semanticBranch = <E>(
  { vectorStore, vectorCollection, maxTopK }: SearchTarget<E>,
  vector: Float32Array | undefined,
  filter: Filter | undefined,
  depth: number,
): Effect.Effect<Branch, PluginError> => {
  if (vector === undefined) return Effect.succeed(NOTHING);
  const topK = Math.min(depth, maxTopK);
  return Effect.map(
    searchWithResidual(vectorStore, vectorCollection, { vector, topK, filter }, { maxTopK }),
    ({ hits }) => nearBranch(hits, depth),
  );
};

/** Returns the passages that contain the query's terms. */
export const keywordBranch = (
  index: PassageIndexService,
  collectionId: string,
  request: KeywordRequest,
): Effect.Effect<KeywordBranch, PassageIndexError> =>
  Effect.map(index.keywordSearch(collectionId, request), ({ hits, exhausted, passages }) => ({
    ...matchingBranch(hits, exhausted),
    passages: passages && byVectorId(passages),
  }));

/** Passages by the ids of their vectors. */
export const byVectorId = (passages: readonly Passage[]): ReadonlyMap<string, Passage> =>
  new Map(passages.map((passage) => [vectorIdOf(passage), passage]));

/** Returns keyword scores of passages that the keyword branch did not return, by the ids of their vectors. */
export const keywordScores = (
  index: PassageIndexService,
  collectionId: string,
  query: string,
  vectorIds: readonly string[],
): Effect.Effect<ReadonlyMap<string, number>, PassageIndexError> =>
  Effect.map(index.keywordScores(collectionId, query, passagesOf(vectorIds)), (scores) =>
    keywordScoresOf(vectorIds, scores),
  );

/**
 * Returns semantic scores of passages that the semantic branch did not return. Passages without a vector are omitted.
 */
export const semanticScores = <E>(
  { vectorStore, vectorCollection }: SearchTarget<E>,
  vector: Float32Array | undefined,
  ids: readonly string[],
): Effect.Effect<ReadonlyMap<string, number>, PluginError> =>
  vector === undefined || ids.length === 0
    ? Effect.succeed(NOTHING.scores)
    : Effect.map(
        vectorStore.cosines?.(vectorCollection, vector, ids) ?? readCosines(vectorStore, vectorCollection, vector, ids),
        semanticScoresOf,
      );

const readCosines = (
  vectorStore: VectorStoreV1,
  collection: string,
  vector: Float32Array,
  ids: readonly string[],
): Effect.Effect<ReadonlyMap<string, number>, PluginError> =>
  Effect.map(
    vectorStore.get(collection, ids),
    (records) => new Map(records.map((record) => [record.id, cosine(vector, record.vector)])),
  );

/** Returns the cosine similarity of unit vectors. */
export const cosine = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
};
