import { fitToBytes } from "./fit-bytes.ts";
import { learnFit } from "./learn-fit.ts";

export interface FitJob {
  readonly texts: readonly string[];
  readonly dimension: number;
}

/** The Piscina task. */
export default ({ texts, dimension }: FitJob): Uint8Array => fitToBytes(learnFit(texts, dimension));
