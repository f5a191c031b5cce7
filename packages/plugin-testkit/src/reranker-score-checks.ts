import { ensure } from "./contract-failure.ts";
import { ensureSameScores, rerank, type RerankerCheck, type RerankerSubject } from "./reranker-subject.ts";

const QUERY = "How long does the warranty cover the pump?";
const RELEVANT = "The warranty covers the pump and its motor for two years.";
const OTHERS: readonly string[] = [
  "A glacier moves downhill under its own weight.",
  "The orchestra rehearsed the third movement twice.",
  "Invoices are payable within thirty days of receipt.",
];

async function checkRelevance(subject: RerankerSubject): Promise<void> {
  for (let position = 0; position <= OTHERS.length; position++) {
    const passages = OTHERS.toSpliced(position, 0, RELEVANT);
    const scores = await rerank(subject, QUERY, passages);
    const best = scores.indexOf(Math.max(...scores));
    ensure(best === position, `the answer stood at ${position}, but passage ${best} got the highest score`);
  }
}

async function checkOrder(subject: RerankerSubject): Promise<void> {
  const passages = [RELEVANT, ...OTHERS];
  const scores = await rerank(subject, QUERY, passages);
  const reversed = await rerank(subject, QUERY, passages.toReversed());
  ensureSameScores(reversed.toReversed(), scores, "the passages in reverse order");
}

async function checkDeterminism(subject: RerankerSubject): Promise<void> {
  const passages = [RELEVANT, ...OTHERS];
  const scores = await rerank(subject, QUERY, passages);
  ensureSameScores(await rerank(subject, QUERY, passages), scores, "asked twice");
}

async function checkIndependence(subject: RerankerSubject): Promise<void> {
  const [among] = await rerank(subject, QUERY, [RELEVANT, ...OTHERS]);
  const alone = await rerank(subject, QUERY, [RELEVANT]);
  // Scores must not depend on the other passages: otherwise `min_score` would mean something else for each result list.
  ensureSameScores(alone, [among!], "a passage alone and among others");
  const repeated = await rerank(subject, QUERY, [RELEVANT, OTHERS[0]!, RELEVANT]);
  ensureSameScores([repeated[2]!], [repeated[0]!], "a passage that comes twice");
}

export const rerankerScoreChecks: readonly RerankerCheck[] = [
  { name: "scores the answer highest wherever it stands", run: checkRelevance },
  { name: "gives the scores in the order of the passages", run: checkOrder },
  { name: "gives the same scores for the same call", run: checkDeterminism },
  { name: "scores a passage the same whatever stands beside it", run: checkIndependence },
];
