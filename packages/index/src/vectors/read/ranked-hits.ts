import { compareStrings } from "@quarry/plugin/domain";
import type { VectorHit } from "@quarry/plugin";
import { TopK } from "../../top-k.ts";

/**
 * Number of candidates beyond `topK`: the scan ranks by float32 sums, the result by double sums. Near the cutoff, the
 * two can differ by a few ranks.
 */
export const RANKING_SLACK = 16;

/** Creates a heap of the best rows. Equal scores are ordered by id. */
export const topRows = (limit: number, idOf: (row: number) => string): TopK =>
  new TopK(limit, (row, other) => compareStrings(idOf(row), idOf(other)));

/** Clamps rounding errors to [-1, 1]. */
export const clampCosine = (cosine: number): number => Math.min(1, Math.max(-1, cosine));

/** Orders hits by the contract's rule and truncates them to `topK`. */
export const rankHits = (hits: readonly VectorHit[], topK: number): readonly VectorHit[] =>
  hits
    .map(({ id, cosine }) => ({ id, cosine: clampCosine(cosine) }))
    .sort((a, b) => b.cosine - a.cosine || compareStrings(a.id, b.id))
    .slice(0, topK);
