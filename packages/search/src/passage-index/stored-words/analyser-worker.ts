import { answerWith, serveCalls } from "@quarry/plugin/workers/inside";
import type { Asked } from "../protocol.ts";
import { toPassageIndexError } from "../sqlite/sqlite-failure.ts";
import { type AnalysablePassage, type AnalysedPassages, analysePassages } from "./analyse-passages.ts";

/** What the analyser can be asked for. */
export interface AnalyserOperation {
  readonly kind: "analyse";
  readonly passages: readonly AnalysablePassage[];
}

export interface AnalyserAnswers {
  analyse: AnalysedPassages;
}

const answer = answerWith(async ({ parameters }) => {
  const { operation } = parameters as Asked<AnalyserOperation>;
  return analysePassages(operation.passages);
});

serveCalls({ receive: (calls) => calls.forEach(answer), toFailure: toPassageIndexError });
