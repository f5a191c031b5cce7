import { compareStrings } from "@quarry/plugin/domain";
import { isDeleted } from "../postings/segment-rows.ts";
import { bestByBounds } from "./best-by-bounds.ts";
import type { QueryScores } from "./query-scores.ts";
import type { RowSelector } from "./row-filter.ts";
import { type RankedRow, type Ranking, TopRows } from "./top-rows.ts";

/** Rows that are looked at first where a look costs a read, per row wanted and at least. */
const FIRST_TIER_FACTOR = 8;
const MIN_FIRST_TIER = 128;
/** Growth of the following tiers. */
const TIER_GROWTH = 8;

/**
 * The best rows that match, best first; ties by id. Where a decision is cheap every row that scores high enough gets
 * one; otherwise rows are decided on in the order of their rank, so that no more are read than needed.
 */
export const selectHits = (
  scores: QueryScores,
  topK: number,
  selector: RowSelector | undefined,
  idOf: (row: number) => string,
): readonly RankedRow[] => {
  const steps = selectInSteps(scores, topK, selector, idOf);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

/** The same, with a stop before each lot of rows that costly decisions are made on, so that what they need can be read. */
export function* selectInSteps(
  scores: QueryScores,
  topK: number,
  selector: RowSelector | undefined,
  idOf: (row: number) => string,
): Generator<readonly RankedRow[], readonly RankedRow[]> {
  const ranking = rankingOf(scores, idOf);
  if (selector === undefined || selector.isCheap) return selectBest(scores, topK, ranking, selector?.matches);
  return yield* selectByRank(scores, topK, ranking, selector.matches);
}

const selectBest = (
  scores: QueryScores,
  limit: number,
  ranking: Ranking,
  matches?: RowSelector["matches"],
): readonly RankedRow[] => {
  const found = bestByBounds(scores, limit, ranking, matches);
  if (found !== undefined) return found;
  const top = new TopRows(limit, ranking);
  for (const [segment, values] of scores.scores.entries()) {
    if (values === undefined) continue;
    const { rows, documents, deleted } = scores.view.segments[segment]!;
    for (let ordinal = 0; ordinal < values.length; ordinal++) {
      const score = values[ordinal]!;
      if (score === 0 || score < top.threshold || isDeleted(deleted, ordinal)) continue;
      const row = { segment, ordinal, score };
      if (top.accepts(row) && (matches === undefined || matches(rows[ordinal]!, documents[ordinal]!))) top.add(row);
    }
  }
  return top.ranked();
};

function* selectByRank(
  scores: QueryScores,
  topK: number,
  ranking: Ranking,
  matches: RowSelector["matches"],
): Generator<readonly RankedRow[], readonly RankedRow[]> {
  const found: RankedRow[] = [];
  for (const tier of tiersByRank(scores, ranking, Math.max(MIN_FIRST_TIER, topK * FIRST_TIER_FACTOR))) {
    yield tier;
    for (const row of tier) {
      const { rows, documents } = scores.view.segments[row.segment]!;
      if (matches(rows[row.ordinal]!, documents[row.ordinal]!)) found.push(row);
      if (found.length === topK) return found;
    }
  }
  return found;
}

/** All rows that score, best first, in growing pieces: sorting them all would cost more than is mostly needed. */
function* tiersByRank(scores: QueryScores, ranking: Ranking, first: number): Generator<readonly RankedRow[]> {
  const sorted = sortedScores(scores);
  let upper = Number.POSITIVE_INFINITY;
  for (let size = first; upper > 0 && sorted.length > 0; size *= TIER_GROWTH) {
    const lower = size < sorted.length ? sorted[sorted.length - size]! : 0;
    // A tie across the border goes into the tier above it as a whole.
    if (lower < upper) yield rowsBetween(scores, lower, upper).sort(ranking);
    upper = Math.min(upper, lower);
  }
}

/** Ascending. */
const sortedScores = ({ view, scores }: QueryScores): Float64Array => {
  const all = new Float64Array(scores.reduce((sum, values) => sum + (values?.length ?? 0), 0));
  let count = 0;
  for (const [segment, values] of scores.entries()) {
    if (values === undefined) continue;
    const { deleted } = view.segments[segment]!;
    for (let ordinal = 0; ordinal < values.length; ordinal++) {
      if (values[ordinal]! > 0 && !isDeleted(deleted, ordinal)) all[count++] = values[ordinal]!;
    }
  }
  return all.subarray(0, count).sort();
};

/** Rows whose score is at least `lower` and below `upper`. */
const rowsBetween = ({ view, scores }: QueryScores, lower: number, upper: number): RankedRow[] => {
  const rows: RankedRow[] = [];
  for (const [segment, values] of scores.entries()) {
    if (values === undefined) continue;
    const { deleted } = view.segments[segment]!;
    for (let ordinal = 0; ordinal < values.length; ordinal++) {
      const score = values[ordinal]!;
      if (score >= lower && score < upper && score > 0 && !isDeleted(deleted, ordinal)) {
        rows.push({ segment, ordinal, score });
      }
    }
  }
  return rows;
};

/** By score, highest first; ties by id. */
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
