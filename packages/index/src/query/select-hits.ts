import { compareStrings } from "@quarry/plugin/domain";
import { hasBit } from "../columns/row-bits.ts";
import type { RowSet } from "../columns/row-set.ts";
import { isDeleted } from "../postings/segment-rows.ts";
import { maxScore } from "./max-score.ts";
import type { QueryScores } from "./query-scores.ts";
import { itemOf, type RankedRow, rankedRows, type Ranking, topRows } from "./ranked-row.ts";

/** Number of rows checked in the first tier: per wanted row, and at least. */
const FIRST_TIER_FACTOR = 8;
const MIN_FIRST_TIER = 128;
/** Growth factor of each following tier. */
const TIER_GROWTH = 8;

/**
 * Passages of a set are scored one by one if their number is below this share of the number of postings of the query.
 */
const FEW_ROWS = 1 / 24;

/** Constraints on the rows that can be returned. */
export interface RowChoice {
  /** Set that contains all rows that can be returned. */
  readonly rows?: RowSet | undefined;
  /** Further check of each row. Called in rank order, to check no more rows than needed. */
  readonly matches?: ((row: RankedRow) => boolean) | undefined;
}

/** Returns the best rows that satisfy the constraints, best first. Ties are broken by id. */
export const selectHits = (
  scores: QueryScores,
  topK: number,
  { rows, matches }: RowChoice,
  idOf: (row: number) => string,
): readonly RankedRow[] => {
  if (rows?.count === 0) return [];
  const ranking = rankingOf(scores, idOf);
  const isFew = rows !== undefined && rows.count < scores.postings * FEW_ROWS;
  if (matches !== undefined) return selectByRank(scoredRows(scores, rows, isFew), topK, ranking, matches);
  return (
    (isFew ? undefined : maxScore(scores, topK, ranking, rows)) ??
    selectBest(scoredRows(scores, rows, isFew), topK, ranking)
  );
};

/** Passages of a segment with their scores. */
interface ScoredRows {
  readonly segment: number;
  /** Ordinals of `values`; if undefined, `values` covers all passages of the segment. */
  readonly ordinals?: Uint32Array;
  readonly values: Float64Array;
  readonly isWanted: (ordinal: number) => boolean;
}

const scoredRows = (scores: QueryScores, rows: RowSet | undefined, isFew: boolean): readonly ScoredRows[] =>
  scores.view.segments.flatMap(({ deleted }, segment): readonly ScoredRows[] => {
    if (rows !== undefined && isFew) {
      const ordinals = rows.ordinalsOf(segment);
      const values = scores.inSegment(segment, ordinals);
      return ordinals.length === 0 ? [] : [{ segment, ordinals, values, isWanted: () => true }];
    }
    const values = scores.scores[segment];
    if (values === undefined) return [];
    const bits = rows?.bitsOf(segment);
    return [{ segment, values, isWanted: (ordinal) => (bits ? hasBit(bits, ordinal) : !isDeleted(deleted, ordinal)) }];
  });

const selectBest = (all: readonly ScoredRows[], limit: number, ranking: Ranking): readonly RankedRow[] => {
  const top = topRows(limit, ranking);
  for (const { segment, ordinals, values, isWanted } of all) {
    for (let at = 0; at < values.length; at++) {
      const score = values[at]!;
      if (score === 0 || score < top.threshold) continue;
      const ordinal = ordinals === undefined ? at : ordinals[at]!;
      if (isWanted(ordinal)) top.offer(score, itemOf(segment, ordinal));
    }
  }
  return rankedRows(top, ranking);
};

/** Checks the rows best first, in growing tiers: ranking all of them usually costs more than needed. */
const selectByRank = (
  all: readonly ScoredRows[],
  topK: number,
  ranking: Ranking,
  matches: (row: RankedRow) => boolean,
): readonly RankedRow[] => {
  const found: RankedRow[] = [];
  let checked = 0;
  for (let size = Math.max(MIN_FIRST_TIER, topK * FIRST_TIER_FACTOR); ; size *= TIER_GROWTH) {
    const best = selectBest(all, size, ranking);
    for (const row of best.slice(checked)) {
      if (matches(row)) found.push(row);
      if (found.length === topK) return found;
    }
    if (best.length < size) return found;
    checked = size;
  }
};

/** Orders by score, highest first. Ties are broken by id. */
export const rankingOf = (scores: QueryScores, idOf: (row: number) => string): Ranking => {
  const { segments } = scores.view;
  return (a, b) => {
    if (a.score !== b.score) return b.score - a.score;
    const first = segments[a.segment]!;
    const second = segments[b.segment]!;
    return (
      first.idHigh[a.ordinal]! - second.idHigh[b.ordinal]! ||
      first.idLow[a.ordinal]! - second.idLow[b.ordinal]! ||
      compareStrings(idOf(first.rows[a.ordinal]!), idOf(second.rows[b.ordinal]!))
    );
  };
};
