import { BM25_B, BM25_K1 } from "@quarry/text";
import type { IndexView } from "./index-view.ts";

/** Length normalisation of a view: a passage scores `weight * f / (f + base + slope * length)` by a term. */
export interface LengthNorm {
  readonly base: number;
  readonly slope: number;
}

export const lengthNormOf = ({ liveCount, liveLength }: Pick<IndexView, "liveCount" | "liveLength">): LengthNorm => {
  const averageLength = liveCount > 0 ? liveLength / liveCount : 0;
  // An average of 0 means that no passage has a term: then nothing is scored.
  return { base: BM25_K1 * (1 - BM25_B), slope: averageLength > 0 ? (BM25_K1 * BM25_B) / averageLength : 0 };
};
