import { semanticScore } from "@quarry/plugin/domain";
import type { KeywordHit } from "../passages/passage-index.ts";
import { passageIdOf, vectorIdOf } from "../passages/vector-id.ts";

/** The hits of one branch of a search. */
export interface Branch {
  /** Scores by vector id, best first. */
  readonly scores: ReadonlyMap<string, number>;
  /** Whether a greater depth would find nothing more. */
  readonly isExhausted: boolean;
}

/** Empty branch, for a query without a text or a vector to search with. */
export const NOTHING: Branch = { scores: new Map(), isExhausted: true };

/** Returns an upper bound of the score of any passage that the branch did not return. */
export const boundOf = ({ scores, isExhausted }: Branch): number => {
  if (isExhausted || scores.size === 0) return 0;
  let lowest = 1;
  for (const score of scores.values()) lowest = Math.min(lowest, score);
  return lowest;
};

/** Builds the semantic branch from the nearest vectors. `depth` is the number requested. */
export const nearBranch = (
  hits: readonly { readonly id: string; readonly cosine: number }[],
  depth: number,
): Branch => ({
  scores: semanticScoresOf(hits.map(({ id, cosine }) => [id, cosine])),
  isExhausted: hits.length < depth,
});

/** Builds the keyword branch from the passages that contain terms of the query. */
export const matchingBranch = (hits: readonly KeywordHit[], isExhausted: boolean): Branch => ({
  scores: new Map(hits.map((hit) => [vectorIdOf(hit), hit.score])),
  isExhausted,
});

/** Converts cosines to semantic scores. */
export const semanticScoresOf = (
  cosines: Iterable<readonly [id: string, cosine: number]>,
): ReadonlyMap<string, number> => new Map([...cosines].map(([id, cosine]) => [id, semanticScore(cosine)]));

/** Returns the distinct passage ids of vectors. */
export const passagesOf = (vectorIds: readonly string[]): readonly string[] => [...new Set(vectorIds.map(passageIdOf))];

/** Maps keyword scores from passage ids to vector ids. */
export const keywordScoresOf = (
  vectorIds: readonly string[],
  scores: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> => new Map(vectorIds.map((id) => [id, scores.get(passageIdOf(id)) ?? 0]));
