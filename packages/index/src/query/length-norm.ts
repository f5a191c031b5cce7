import { BM25_B, BM25_K1 } from "@quarry/text";
import type { IndexView } from "./index-view.ts";

/** Length normalisation of a view: a term's score in a passage is `weight * f / (f + base + slope * length)`. */
export interface LengthNorm {
  readonly base: number;
  readonly slope: number;
}

export const lengthNormOf = ({ liveCount, liveLength }: Pick<IndexView, "liveCount" | "liveLength">): LengthNorm => {
  const averageLength = liveCount > 0 ? liveLength / liveCount : 0;
  // An average of 0 means that no passage contains a term. Nothing is scored then.
  return { base: BM25_K1 * (1 - BM25_B), slope: averageLength > 0 ? (BM25_K1 * BM25_B) / averageLength : 0 };
};
