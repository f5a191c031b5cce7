import { comparePaired, type PairedComparison } from "./measures/index.ts";
import { counted } from "../output/text.ts";
import { type Measurement, type Metric, METRICS } from "./measure.ts";

export interface Compared {
  readonly metrics: Readonly<Record<Metric, PairedComparison>>;
  /** Conclusion from the comparison, in a sentence. */
  readonly verdict: string;
}

/** Significance level: a smaller p-value means that the difference is not chance. */
const SIGNIFICANCE_LEVEL = 0.05;
/** Fewest questions for a verdict without a warning: with fewer, a single question decides. */
const MIN_RELIABLE_QUESTIONS = 30;

/** Compares two runs question by question, by a paired test of each metric. */
export const compare = (first: Measurement, second: Measurement): Compared => {
  const compared = (metric: Metric) => comparePaired(scoresOf(first, metric), scoresOf(second, metric));
  const metrics = { recall: compared("recall"), mrr: compared("mrr"), ndcg: compared("ndcg") };
  return { metrics, verdict: verdictOf(metrics, first, second) };
};

const scoresOf = ({ questions }: Measurement, metric: Metric): ReadonlyMap<string, number> =>
  new Map(questions.map((each) => [String(each.question.line), each[metric]]));

const verdictOf = (metrics: Compared["metrics"], first: Measurement, second: Measurement): string => {
  const count = first.questions.length;
  const reported = METRICS.filter((metric) => isDifferent(metrics[metric]));
  const caution =
    count < MIN_RELIABLE_QUESTIONS ? ` With only ${counted(count, "question")}, add more before you rely on it.` : "";
  if (reported.length === 0) return `No significant difference with ${counted(count, "question")}.${caution}`;
  const better = reported.filter((metric) => metrics[metric].difference > 0);
  if (better.length === reported.length)
    return `${name(second)} is better than ${name(first)} (${metricNames(reported)}).${caution}`;
  if (better.length === 0) return `${name(first)} is better than ${name(second)} (${metricNames(reported)}).${caution}`;
  const worse = reported.filter((metric) => !better.includes(metric));
  return `${name(second)} is better in ${metricNames(better)} and worse in ${metricNames(worse)} than ${name(first)}.${caution}`;
};

const name = ({ variant }: Measurement): string => variant.name;

const isDifferent = ({ p, interval: [low, high] }: PairedComparison): boolean =>
  p < SIGNIFICANCE_LEVEL && (low > 0 || high < 0);

const metricNames = (metrics: readonly Metric[]): string => metrics.map((metric) => NAMES[metric]).join(" and ");

/** Display names of the metrics. */
export const NAMES: Readonly<Record<Metric, string>> = { recall: "recall", mrr: "MRR", ndcg: "nDCG" };
