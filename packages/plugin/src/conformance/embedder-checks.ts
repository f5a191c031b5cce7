import type { EmbedderCapabilities } from "../embedder/v1/define-embedder.ts";
import { embedderFailureChecks } from "./embedder-failure-checks.ts";
import { embedderFitChecks } from "./embedder-fit-checks.ts";
import { embedderInputChecks } from "./embedder-input-checks.ts";
import { embedderLifeChecks } from "./embedder-life-checks.ts";
import type { EmbedderSubject } from "./embedder-subject.ts";
import { embedderVectorChecks } from "./embedder-vector-checks.ts";

/** One requirement of the embedder contract. `run` rejects when the subject breaks it. */
export interface EmbedderCheck {
  readonly name: string;
  /** Why the check does not apply to such an embedder; undefined when it does. */
  readonly skip?: (capabilities: EmbedderCapabilities) => string | undefined;
  readonly run: (subject: EmbedderSubject) => Promise<void>;
}

/** The embedder contract, check by check, as `embedderConformance` runs them. */
export const embedderChecks: readonly EmbedderCheck[] = [
  ...embedderVectorChecks,
  ...embedderInputChecks,
  ...embedderFailureChecks,
  ...embedderFitChecks,
  ...embedderLifeChecks,
];
