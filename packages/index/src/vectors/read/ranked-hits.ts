import { compareStrings } from "@quarry/plugin/domain";
import type { VectorHit } from "@quarry/plugin";
import { TopK } from "../../top-k.ts";

/**
 * Candidates kept beyond `topK`: the scan ranks by float32 sums, the answer by double sums, and near the cut the two
 * may differ by a few places.
 */
export const RANKING_SLACK = 16;

/** Keeps the best rows; equal scores go by id. */
export const topRows = (limit: number, idOf: (row: number) => string): TopK =>
  new TopK(limit, (row, other) => compareStrings(idOf(row), idOf(other)));

/** Clamps what rounding put outside [-1, 1]. */
export const clampCosine = (cosine: number): number => Math.min(1, Math.max(-1, cosine));

/** Orders by the contract's rule and cuts. */
export const rankHits = (hits: readonly VectorHit[], topK: number): readonly VectorHit[] =>
  hits
    .map(({ id, cosine }) => ({ id, cosine: clampCosine(cosine) }))
    .sort((a, b) => b.cosine - a.cosine || compareStrings(a.id, b.id))
    .slice(0, topK);
