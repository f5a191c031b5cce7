/** Relevance grades of the documents judged for one query. An unjudged document counts as 0. */
export type Judgments = ReadonlyMap<string, number>;

/**
 * Normalised discounted cumulative gain (NDCG) of the first `depth` documents, as in trec_eval: the gain is the grade
 * itself, discounted by log2 of the rank plus one. 0 if no document was judged relevant.
 */
export const ndcgAt = (ranking: readonly string[], judgments: Judgments, depth: number): number => {
  const ideal = [...judgments.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  const best = discounted(ideal.slice(0, depth));
  if (best === 0) return 0;
  return discounted(ranking.slice(0, depth).map((id) => Math.max(0, judgments.get(id) ?? 0))) / best;
};

/** Recall: share of the relevant documents among the first `depth`. 0 if no document was judged relevant. */
export const recallAt = (ranking: readonly string[], judgments: Judgments, depth: number): number => {
  const relevant = [...judgments.values()].filter((grade) => grade > 0).length;
  if (relevant === 0) return 0;
  return new Set(ranking.slice(0, depth).filter((id) => isRelevant(judgments, id))).size / relevant;
};

/** Reciprocal rank of the first relevant document among the first `depth`, or 0 if there is none. */
export const reciprocalRankAt = (ranking: readonly string[], judgments: Judgments, depth: number): number => {
  const index = ranking.slice(0, depth).findIndex((id) => isRelevant(judgments, id));
  return index < 0 ? 0 : 1 / (index + 1);
};

const isRelevant = (judgments: Judgments, id: string): boolean => (judgments.get(id) ?? 0) > 0;

const discounted = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
