import { fitToBytes } from "./training-bytes.ts";
import { learnFit } from "./train.ts";
import { weightsOf } from "../text-weights.ts";

export interface FitJob {
  readonly model: string;
  readonly texts: readonly string[];
  readonly dimension: number;
}

/** Piscina task that runs a training. */
export default ({ model, texts, dimension }: FitJob): Uint8Array =>
  fitToBytes(learnFit(texts, dimension, weightsOf(model)));
