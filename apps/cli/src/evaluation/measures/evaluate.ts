import { type Judgments, ndcgAt, recallAt, reciprocalRankAt } from "./metrics.ts";

export const METRICS = {
  "nDCG@10": (ranking: readonly string[], judgments: Judgments) => ndcgAt(ranking, judgments, 10),
  "Recall@10": (ranking: readonly string[], judgments: Judgments) => recallAt(ranking, judgments, 10),
  "Recall@100": (ranking: readonly string[], judgments: Judgments) => recallAt(ranking, judgments, 100),
  "MRR@10": (ranking: readonly string[], judgments: Judgments) => reciprocalRankAt(ranking, judgments, 10),
} as const;

export type MetricName = keyof typeof METRICS;

export type QueryScores = Readonly<Record<MetricName, number>>;

export interface Evaluation {
  readonly means: QueryScores;
  /** Scores by query, for a paired comparison of two runs. */
  readonly queries: ReadonlyMap<string, QueryScores>;
}

const NAMES = Object.keys(METRICS) as readonly MetricName[];

/**
 * Computes the scores of rankings, each best first. A query with judgments but without a ranking scores 0. A query
 * without a relevant document is excluded: nothing could be found for it.
 */
export const evaluate = (
  rankings: ReadonlyMap<string, readonly string[]>,
  judgments: ReadonlyMap<string, Judgments>,
): Evaluation => {
  const queries = new Map<string, QueryScores>();
  for (const [query, judged] of judgments) {
    if (![...judged.values()].some((grade) => grade > 0)) continue;
    const ranking = rankings.get(query) ?? [];
    queries.set(
      query,
      byMetric((name) => METRICS[name](ranking, judged)),
    );
  }
  const all = [...queries.values()];
  return {
    queries,
    means: byMetric((name) => all.reduce((sum, scores) => sum + scores[name], 0) / Math.max(1, all.length)),
  };
};

const byMetric = (value: (name: MetricName) => number): QueryScores =>
  Object.fromEntries(NAMES.map((name) => [name, value(name)])) as QueryScores;
