import { isDeleted } from "../postings/segment-rows.ts";
import type { QueryScores } from "./query-scores.ts";
import type { ScoringTerm } from "./read-query.ts";
import type { RowSelector } from "./select-hits.ts";
import type { SparseSums } from "./sparse-sums.ts";
import { type Ranking, type RankedRow, TopRows } from "./top-rows.ts";

/** Passages up to which all are scored: it takes no longer. */
const MIN_PASSAGES = 4_096;
/** A term is common if one in so many passages holds it. */
const COMMON_SHARE = 8;
/** What the terms that are left for later may add at most, as a share of the query: with more, few passages would be out. */
const MAX_LATER_WEIGHT = 0.2;
/** Sums of single passages pay up to this share of all, or where they are at most half of the postings that are left out. */
const SPARSE_SHARE = 0.5;
const SPARSE_PER_LATER = 0.5;
/** The best are looked for among at most one in so many passages: looking each up costs more than reading on. */
const CANDIDATE_SHARE = 64;
/** What sums in another order may differ by. */
const ROUNDING = 1e-9;

/**
 * The best rows that match, without a look at every passage; undefined where that would not pay.
 *
 * Only passages that hold a deciding term are summed up. Where the query has common terms as well, these are left for later:
 * they can add no more than their weights, so what can't reach the last of the best by that is out; of the rest the scores
 * are computed, each as always.
 */
export const bestByBounds = (
  query: QueryScores,
  limit: number,
  ranking: Ranking,
  matches: RowSelector["matches"] | undefined,
): readonly RankedRow[] | undefined => {
  if (query.areAtHand || query.view.liveCount < MIN_PASSAGES) return undefined;
  const { deciding, later } = divide(query);
  const work = postingsOf(deciding);
  if (work > Math.max(query.view.liveCount * SPARSE_SHARE, postingsOf(later) * SPARSE_PER_LATER)) return undefined;
  const sums = query.sparseSumsOf(deciding);
  try {
    return later.length === 0
      ? bestOf(
          query,
          sums.segments.map(({ touched }) => touched),
          sums,
          limit,
          ranking,
          matches,
        )
      : bestWithLater(query, sums, weightOf(later), limit, ranking, matches);
  } finally {
    sums.release();
  }
};

interface Division {
  /** In the order of the query. */
  readonly deciding: readonly ScoringTerm[];
  readonly later: readonly ScoringTerm[];
}

/** The most common terms are left for later, as long as they don't weigh too much. */
const divide = ({ terms, view }: QueryScores): Division => {
  const later = new Set<ScoringTerm>();
  let weight = 0;
  for (const term of terms.toSorted((a, b) => b.frequency - a.frequency)) {
    weight += term.weight;
    if (term.frequency * COMMON_SHARE <= view.liveCount || weight > MAX_LATER_WEIGHT) break;
    later.add(term);
  }
  return { deciding: terms.filter((term) => !later.has(term)), later: [...later] };
};

const postingsOf = (terms: readonly ScoringTerm[]): number => terms.reduce((sum, { frequency }) => sum + frequency, 0);

const weightOf = (terms: readonly ScoringTerm[]): number => terms.reduce((sum, { weight }) => sum + weight, 0);

/** Who is last of the best is all that counts, not which of several that have the same sum. */
const byScore: Ranking = (a, b) => b.score - a.score;

const bestWithLater = (
  query: QueryScores,
  sums: SparseSums,
  laterWeight: number,
  limit: number,
  ranking: Ranking,
  matches: RowSelector["matches"] | undefined,
): readonly RankedRow[] | undefined => {
  const parts = sums.segments.map(({ touched }) => touched);
  const leaders = bestOf(query, parts, sums, limit, byScore, matches);
  const least = (leaders.length < limit ? 0 : leaders.at(-1)!.score) - laterWeight - ROUNDING;
  if (least <= 0) return undefined;
  const candidates = sums.segments.map(({ sums: values, touched }) =>
    touched.filter((ordinal) => values[ordinal]! >= least).sort(),
  );
  const count = candidates.reduce((sum, ordinals) => sum + ordinals.length, 0);
  if (count > Math.max(limit, query.view.liveCount / CANDIDATE_SHARE)) return undefined;
  const top = new TopRows(limit, ranking);
  for (const [segment, ordinals] of candidates.entries()) {
    if (ordinals.length === 0) continue;
    const scores = query.inSegment(segment, ordinals);
    offer(query, segment, ordinals, (_, index) => scores[index]!, top, matches);
  }
  return top.ranked();
};

const bestOf = (
  query: QueryScores,
  ordinals: readonly Uint32Array[],
  { segments }: SparseSums,
  limit: number,
  ranking: Ranking,
  matches: RowSelector["matches"] | undefined,
): readonly RankedRow[] => {
  const top = new TopRows(limit, ranking);
  for (const [segment, { sums }] of segments.entries()) {
    offer(query, segment, ordinals[segment]!, (ordinal) => sums[ordinal]!, top, matches);
  }
  return top.ranked();
};

/** Adds the passages of a segment that are among the best, live and matching. */
const offer = (
  { view }: QueryScores,
  segment: number,
  ordinals: Uint32Array,
  scoreOf: (ordinal: number, index: number) => number,
  top: TopRows,
  matches: RowSelector["matches"] | undefined,
): void => {
  const { rows, documents, deleted } = view.segments[segment]!;
  for (let index = 0; index < ordinals.length; index++) {
    const ordinal = ordinals[index]!;
    const score = scoreOf(ordinal, index);
    if (score < top.threshold || isDeleted(deleted, ordinal)) continue;
    const row = { segment, ordinal, score };
    if (top.accepts(row) && (matches === undefined || matches(rows[ordinal]!, documents[ordinal]!))) top.add(row);
  }
};
