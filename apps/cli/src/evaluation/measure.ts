import type { QueryResult } from "@quarry/client/types";
import { slicesOf } from "@quarry/plugin/domain";
import { ndcgAt, recallAt, reciprocalRankAt } from "./measures/index.ts";
import { inParallel } from "../ingest/in-parallel.ts";
import type { Session } from "../session.ts";
import type { Expected, GoldenQuestion } from "./golden.ts";
import { rank } from "./matching.ts";
import type { Variant } from "./variant.ts";

export const METRICS = ["recall", "mrr", "ndcg"] as const;

export type Metric = (typeof METRICS)[number];

/** Scores of one question. */
export interface QuestionScore extends Readonly<Record<Metric, number>> {
  readonly question: GoldenQuestion;
  /** Expected passages that are not among the results. */
  readonly missing: readonly Expected[];
  readonly results: readonly QueryResult[];
}

export interface Measurement {
  readonly variant: Variant;
  readonly questions: readonly QuestionScore[];
  readonly means: Readonly<Record<Metric, number>>;
}

/** Most queries in one request. */
const BATCH = 20;
/** Concurrent requests: few, to leave a service that has other work undisturbed. */
const CONCURRENCY = 2;

/** Runs all questions with one variant of the settings. */
export const measure = async (
  session: Session,
  questions: readonly GoldenQuestion[],
  variant: Variant,
): Promise<Measurement> => {
  const scores = new Map<GoldenQuestion, QuestionScore>();
  await inParallel(slicesOf(questions, BATCH), CONCURRENCY, async (batch) => {
    const answers = await runQueries(session, batch, variant);
    for (const [index, question] of batch.entries())
      scores.set(question, score(question, answers[index]!, variant.topK));
    session.terminal.status(`${variant.name}: ${scores.size} of ${questions.length} questions`);
  });
  const ordered = questions.map((question) => scores.get(question)!);
  const mean = (metric: Metric) => ordered.reduce((sum, each) => sum + each[metric], 0) / ordered.length;
  return { variant, questions: ordered, means: { recall: mean("recall"), mrr: mean("mrr"), ndcg: mean("ndcg") } };
};

const runQueries = async (
  { client, signal }: Session,
  batch: readonly GoldenQuestion[],
  { name: _name, mode, filter, ...options }: Variant,
): Promise<readonly (readonly QueryResult[])[]> => {
  const queries = batch.map((question) => {
    const filters = [filter, question.filter].filter((each) => each !== undefined);
    return {
      ...options,
      query: question.query,
      searchMode: mode,
      ...(filters.length > 0 && { filters: filters.length === 1 ? filters[0]! : { $and: filters } }),
    };
  });
  const { results } = await client.queries.batchQuery({ queries }, { signal });
  return results.map((each) => each.results);
};

const score = (question: GoldenQuestion, results: readonly QueryResult[], depth: number): QuestionScore => {
  const ranks = rank(results, question.expected);
  const found = new Set(ranks);
  const ranking = ranks.map((rank, index) => (rank === undefined ? `other ${index}` : String(rank)));
  const judgments = new Map(question.expected.map(({ grade = 1 }, index) => [String(index), grade]));
  return {
    question,
    recall: recallAt(ranking, judgments, depth),
    mrr: reciprocalRankAt(ranking, judgments, depth),
    ndcg: ndcgAt(ranking, judgments, depth),
    missing: question.expected.filter((_, index) => !found.has(index)),
    results,
  };
};
