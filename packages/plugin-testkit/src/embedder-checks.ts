import { embedderFailureChecks } from "./embedder-failure-checks.ts";
import { embedderFitChecks } from "./embedder-training-checks.ts";
import { embedderInputChecks } from "./embedder-input-checks.ts";
import { embedderLifeChecks } from "./embedder-life-checks.ts";
import type { EmbedderCheck } from "./embedder-subject.ts";
import { embedderVectorChecks } from "./embedder-vector-checks.ts";

/** All checks of the embedder contract, as `embedderConformance` runs them. */
export const embedderChecks: readonly EmbedderCheck[] = [
  ...embedderVectorChecks,
  ...embedderInputChecks,
  ...embedderFailureChecks,
  ...embedderFitChecks,
  ...embedderLifeChecks,
];
