import { type IndexedPassage, type WorkerRequest, toPassageIndexError } from "@quarry/index";
import { answerWith, serveCalls } from "@quarry/plugin/workers/inside";

import { type AnalysedPassages, analysePassages } from "./analyse-passages.ts";
import { type InspectedPassages, inspectPassages, type PassageInspection } from "./inspect-passages.ts";

/** Operations of an analyser worker. */
export type AnalyserOperation =
  | { readonly kind: "analyse"; readonly passages: readonly IndexedPassage[] }
  | { readonly kind: "look"; readonly look: PassageInspection };

export interface AnalyserAnswers {
  analyse: AnalysedPassages;
  look: InspectedPassages;
}

const answer = answerWith(async ({ parameters }) => {
  const { operation } = parameters as WorkerRequest<AnalyserOperation>;
  return operation.kind === "analyse" ? analysePassages(operation.passages) : inspectPassages(operation.look);
});

serveCalls({ receive: (calls) => calls.forEach(answer), toFailure: toPassageIndexError });
