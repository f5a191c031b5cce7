import {
  type KeywordRequest,
  type Passage,
  type PassageIndexError,
  type PassageIndexService,
  passageIdOf,
  vectorIdOf,
} from "@quarry/index";
import { type Filter, semanticScore } from "@quarry/plugin/domain";
import { type PluginError, searchWithResidual, type VectorStoreV1 } from "@quarry/plugin";
import { Effect } from "effect";

import type { SearchTarget } from "./search-target.ts";

/** What one branch found. */
export interface Branch {
  /** By the id of the vector, best first. */
  readonly scores: ReadonlyMap<string, number>;
  /** Whether a greater depth would find nothing else. */
  readonly isExhausted: boolean;
  /** What was found, where that came along; by the id of the vector. */
  readonly passages?: ReadonlyMap<string, Passage> | undefined;
}

/** No passage that a branch did not return has a higher score there. */
export const boundOf = ({ scores, isExhausted }: Branch): number => {
  if (isExhausted || scores.size === 0) return 0;
  let lowest = 1;
  for (const score of scores.values()) lowest = Math.min(lowest, score);
  return lowest;
};

const NOTHING: Branch = { scores: new Map(), isExhausted: true };

/** The nearest vectors, at most `depth` of them. Without a query vector nothing is near. */
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
    ({ hits }) => ({
      scores: new Map(hits.map(({ id, cosine }) => [id, semanticScore(cosine)])),
      isExhausted: hits.length < depth,
    }),
  );
};

/** The passages that hold the query's terms. */
export const keywordBranch = (
  index: PassageIndexService,
  collectionId: string,
  request: KeywordRequest,
): Effect.Effect<Branch, PassageIndexError> =>
  Effect.map(index.keywordSearch(collectionId, request), ({ hits, exhausted, passages }) => ({
    scores: new Map(hits.map((hit) => [vectorIdOf(hit), hit.score])),
    isExhausted: exhausted,
    passages: passages && new Map(passages.map((passage) => [vectorIdOf(passage), passage])),
  }));

/** Keyword scores of passages that the keyword branch did not return, by the ids of their vectors. */
export const keywordScores = (
  index: PassageIndexService,
  collectionId: string,
  query: string,
  vectorIds: readonly string[],
): Effect.Effect<ReadonlyMap<string, number>, PassageIndexError> =>
  Effect.map(
    index.keywordScores(collectionId, query, [...new Set(vectorIds.map(passageIdOf))]),
    (scores) => new Map(vectorIds.map((id) => [id, scores.get(passageIdOf(id)) ?? 0])),
  );

/** Semantic scores of passages that the semantic branch did not return; what has no vector is left out. */
export const semanticScores = <E>(
  { vectorStore, vectorCollection }: SearchTarget<E>,
  vector: Float32Array | undefined,
  ids: readonly string[],
): Effect.Effect<ReadonlyMap<string, number>, PluginError> =>
  vector === undefined || ids.length === 0
    ? Effect.succeed(NOTHING.scores)
    : Effect.map(
        vectorStore.cosines?.(vectorCollection, vector, ids) ?? readCosines(vectorStore, vectorCollection, vector, ids),
        (cosines) => new Map([...cosines].map(([id, cosine]) => [id, semanticScore(cosine)])),
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

/** Of unit vectors. */
export const cosine = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
};
