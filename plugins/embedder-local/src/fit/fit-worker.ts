import { fitToBytes } from "./fit-bytes.ts";
import { learnFit } from "./learn-fit.ts";
import { weightsOf } from "../text-weights.ts";

export interface FitJob {
  readonly model: string;
  readonly texts: readonly string[];
  readonly dimension: number;
}

/** The Piscina task. */
export default ({ model, texts, dimension }: FitJob): Uint8Array =>
  fitToBytes(learnFit(texts, dimension, weightsOf(model)));
