import { TopK } from "../top-k.ts";

/** A scored passage: the index of its segment, its ordinal there, and its score. */
export interface RankedRow {
  readonly segment: number;
  readonly ordinal: number;
  readonly score: number;
}

/** Negative if `a` ranks before `b`. */
export type Ranking = (a: RankedRow, b: RankedRow) => number;

/** Encodes a row as an item of `topRows`. */
export const itemOf = (segment: number, ordinal: number): number => segment * 2 ** 32 + ordinal;

const rowOf = (item: number, score: number): RankedRow => ({
  segment: Math.floor(item / 2 ** 32),
  ordinal: item >>> 0,
  score,
});

/** Creates a heap of the best rows, at most `limit`. */
export const topRows = (limit: number, ranking: Ranking): TopK =>
  new TopK(limit, (item, other) => ranking(rowOf(item, 0), rowOf(other, 0)), 0);

/** Returns the rows of the heap, best first. */
export const rankedRows = ({ items, scores }: TopK, ranking: Ranking): readonly RankedRow[] =>
  items.map((item, at) => rowOf(item, scores[at]!)).sort(ranking);
