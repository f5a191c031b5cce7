import { compareStrings } from "@quarry/domain";
import { isDeleted } from "../postings/segment-rows.ts";
import type { QueryScores } from "./query-scores.ts";
import { type RankedRow, type Ranking, TopRows } from "./top-rows.ts";

/** Whether a passage may be returned: its row number and its document's number. */
export type RowPredicate = (row: number, document: number) => boolean;

/**
 * Rows that are ranked without the filter, per row wanted, before all are tried: enough for a filter that a quarter
 * passes, and cheap enough to be in vain.
 */
const UNFILTERED_FACTOR = 4;
const MIN_UNFILTERED = 64;

/**
 * The best rows that match, best first; ties by id. With a filter the best rows are tried first; only if too few of
 * them pass, all rows that score high enough are.
 */
export const selectHits = (
  scores: QueryScores,
  topK: number,
  matches: RowPredicate | undefined,
  idOf: (row: number) => string,
): readonly RankedRow[] => {
  const ranking = rankingOf(scores, idOf);
  if (matches === undefined) return select(scores, new TopRows(topK, ranking));
  const limit = Math.max(MIN_UNFILTERED, topK * UNFILTERED_FACTOR);
  const best = select(scores, new TopRows(limit, ranking));
  const passing = best.filter(({ segment, ordinal }) => {
    const { rows, documents } = scores.view.segments[segment]!;
    return matches(rows[ordinal]!, documents[ordinal]!);
  });
  if (passing.length >= topK || best.length < limit) return passing.slice(0, topK);
  return select(scores, new TopRows(topK, ranking), matches);
};

const select = (scores: QueryScores, top: TopRows, matches?: RowPredicate): readonly RankedRow[] => {
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

const rankingOf = (scores: QueryScores, idOf: (row: number) => string): Ranking => {
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
