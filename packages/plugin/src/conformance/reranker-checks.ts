import type { RerankerCapabilities } from "../reranker/v1/define-reranker.ts";
import { rerankerCallChecks } from "./reranker-call-checks.ts";
import { rerankerScoreChecks } from "./reranker-score-checks.ts";
import type { RerankerSubject } from "./reranker-subject.ts";

/** One requirement of the reranker contract. `run` rejects when the subject breaks it. */
export interface RerankerCheck {
  readonly name: string;
  /** Why the check does not apply to such a reranker; undefined when it does. */
  readonly skip?: (capabilities: RerankerCapabilities) => string | undefined;
  readonly run: (subject: RerankerSubject) => Promise<void>;
}

/** The reranker contract, check by check, as `rerankerConformance` runs them. */
export const rerankerChecks: readonly RerankerCheck[] = [...rerankerScoreChecks, ...rerankerCallChecks];
