import { rerankerCallChecks } from "./reranker-call-checks.ts";
import { rerankerScoreChecks } from "./reranker-score-checks.ts";
import type { RerankerCheck } from "./reranker-subject.ts";

/** All checks of the reranker contract, as `rerankerConformance` runs them. */
export const rerankerChecks: readonly RerankerCheck[] = [...rerankerScoreChecks, ...rerankerCallChecks];
