import { semanticScore } from "@quarry/plugin/domain";
import type { KeywordHit } from "../passages/passage-index.ts";
import { passageIdOf, vectorIdOf } from "../passages/vector-id.ts";

/** The hits of one branch of a search. */
export interface Branch {
  /** By the id of the vector, best first. */
  readonly scores: ReadonlyMap<string, number>;
  /** Whether a greater depth would find nothing else. */
  readonly isExhausted: boolean;
}

/** The branch of a query that has nothing for it. */
export const NOTHING: Branch = { scores: new Map(), isExhausted: true };

/** No passage that a branch did not return has a higher score there. */
export const boundOf = ({ scores, isExhausted }: Branch): number => {
  if (isExhausted || scores.size === 0) return 0;
  let lowest = 1;
  for (const score of scores.values()) lowest = Math.min(lowest, score);
  return lowest;
};

/** The branch of the nearest vectors, of which `depth` were wanted. */
export const nearBranch = (
  hits: readonly { readonly id: string; readonly cosine: number }[],
  depth: number,
): Branch => ({
  scores: semanticScoresOf(hits.map(({ id, cosine }) => [id, cosine])),
  isExhausted: hits.length < depth,
});

/** The branch of the passages that hold the query's terms. */
export const matchingBranch = (hits: readonly KeywordHit[], isExhausted: boolean): Branch => ({
  scores: new Map(hits.map((hit) => [vectorIdOf(hit), hit.score])),
  isExhausted,
});

/** Semantic scores of cosines. */
export const semanticScoresOf = (
  cosines: Iterable<readonly [id: string, cosine: number]>,
): ReadonlyMap<string, number> => new Map([...cosines].map(([id, cosine]) => [id, semanticScore(cosine)]));

/** The ids of the passages of vectors, each once. */
export const passagesOf = (vectorIds: readonly string[]): readonly string[] => [...new Set(vectorIds.map(passageIdOf))];

/** Keyword scores by the ids of vectors, of scores by the ids of their passages. */
export const keywordScoresOf = (
  vectorIds: readonly string[],
  scores: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> => new Map(vectorIds.map((id) => [id, scores.get(passageIdOf(id)) ?? 0]));
