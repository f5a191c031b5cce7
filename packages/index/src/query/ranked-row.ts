import { TopK } from "../top-k.ts";

/** A passage of a query's scores: its segment's index, its ordinal there, its score. */
export interface RankedRow {
  readonly segment: number;
  readonly ordinal: number;
  readonly score: number;
}

/** Negative when `a` ranks before `b`. */
export type Ranking = (a: RankedRow, b: RankedRow) => number;

/** A row as `topRows` keeps it. */
export const itemOf = (segment: number, ordinal: number): number => segment * 2 ** 32 + ordinal;

const rowOf = (item: number, score: number): RankedRow => ({
  segment: Math.floor(item / 2 ** 32),
  ordinal: item >>> 0,
  score,
});

/** Keeps the best rows, at most `limit`. */
export const topRows = (limit: number, ranking: Ranking): TopK =>
  new TopK(limit, (item, other) => ranking(rowOf(item, 0), rowOf(other, 0)), 0);

/** They, best first. */
export const rankedRows = ({ items, scores }: TopK, ranking: Ranking): readonly RankedRow[] =>
  items.map((item, at) => rowOf(item, scores[at]!)).sort(ranking);
