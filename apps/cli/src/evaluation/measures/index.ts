// Retrieval metrics, and a test of whether two runs differ by more than chance.
export { type Judgments, ndcgAt, recallAt, reciprocalRankAt } from "./metrics.ts";
export { comparePaired, type PairedComparison } from "./paired-bootstrap.ts";
export { evaluate, type Evaluation, METRICS, type MetricName, type QueryScores } from "./evaluate.ts";
export { rocAuc, type ScoredLabel } from "./roc-auc.ts";
