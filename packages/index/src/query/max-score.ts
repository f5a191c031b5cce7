import type { RowSet } from "../columns/row-set.ts";
import { isDeleted } from "../postings/segment-rows.ts";
import { TopK } from "../top-k.ts";
import { addScoresAt } from "../postings/skip-blocks.ts";
import { PartialSums, type PassageSums } from "./partial-sums.ts";
import type { QueryScores } from "./query-scores.ts";
import type { ScoringTerm } from "./read-query.ts";
import { itemOf, type RankedRow, rankedRows, type Ranking, topRows } from "./ranked-row.ts";

/** Passages up to which all are scored: it takes no longer. */
const MIN_PASSAGES = 4_096;
/**
 * Least length of a list, absolute and relative to the passages touched so far, before which the search checks whether
 * the remaining terms can be left for later.
 */
const MIN_LATER = 512;
const LATER_SHARE = 4;
/** A look is worth it if the last of the best has this share of what is left, and that is this much less than at the look before. */
const MIN_LAST = 0.5;
const LESS_LEFT = 0.85;
/** Terms are left for later if there is one candidate in so many passages of the next list: looking each up costs more. */
const CANDIDATE_SHARE = 2;
/** Candidates for each row that is wanted from which those are dropped that have no chance any more. */
const MANY_CANDIDATES = 4;
/**
 * Share of all passages in a set above which checking each of the best costs less than masking all others from the
 * start.
 */
const MASKED_SHARE = 0.75;
/** Largest difference between sums of the same scores in different orders. */
const ROUNDING = 1e-9;

/**
 * The best rows, of `rows` where these are given, without a look at every passage; undefined where that would not pay.
 *
 * Terms are summed up one after the other, the rarest first, for the passages that hold one. As soon as the last of the
 * best so far has more than all terms that are left can add, the best are among those passages; the terms that are left,
 * with the longest lists, are only looked up for those of them that can still get there. Of the few that remain the scores
 * are computed, each as always.
 */
export const maxScore = (
  query: QueryScores,
  limit: number,
  ranking: Ranking,
  rows?: RowSet,
): readonly RankedRow[] | undefined => {
  if (query.areAtHand || query.view.liveCount < MIN_PASSAGES) return undefined;
  const isMasked = rows !== undefined && rows.count < query.view.liveCount * MASKED_SHARE;
  const sums = new PartialSums(query, isMasked ? rows : undefined);
  try {
    return new MaxScoreSearch(query, limit, rows).run(sums, ranking);
  } finally {
    sums.release();
  }
};

/** The search for the best of one query. */
class MaxScoreSearch {
  readonly #query: QueryScores;
  readonly #limit: number;
  readonly #rows: RowSet | undefined;
  /** Rarest first. */
  readonly #terms: readonly ScoringTerm[];
  /** By term, the most that it and all that come after it can add. */
  readonly #rest: Float64Array;
  /** Score that `limit` passages are known to reach: candidates that can't reach it are dropped. */
  #last = 0;
  /** Sum of the remaining terms' bounds at the previous check. */
  #restAtCheck = Number.POSITIVE_INFINITY;

  constructor(query: QueryScores, limit: number, rows: RowSet | undefined) {
    this.#query = query;
    // Room is made for as many as are wanted.
    this.#limit = Math.min(limit, rows?.count ?? query.view.liveCount);
    this.#rows = rows;
    this.#terms = query.terms.filter(({ frequency }) => frequency > 0).toSorted((a, b) => a.frequency - b.frequency);
    this.#rest = new Float64Array(this.#terms.length + 1);
    for (let at = this.#terms.length - 1; at >= 0; at--) {
      const { weight, mostShare } = this.#terms[at]!;
      this.#rest[at] = this.#rest[at + 1]! + weight * mostShare;
    }
  }

  run(sums: PartialSums, ranking: Ranking): readonly RankedRow[] {
    let next = 0;
    let candidates: readonly PassageSums[] | undefined;
    for (; next < this.#terms.length; next++) {
      candidates = this.#isWorthChecking(next, sums.count) ? this.#candidates(sums, next) : undefined;
      if (candidates !== undefined) break;
      this.#query.checkpoint();
      sums.add(this.#terms[next]!);
    }
    candidates ??= this.#remaining(sums);
    for (; next < this.#terms.length; next++) {
      this.#query.checkpoint();
      candidates = this.#refine(candidates, next);
    }
    return this.#best(candidates, ranking);
  }

  /** Whether a check that the terms from `next` on can be left for later may succeed. */
  #isWorthChecking(next: number, touched: number): boolean {
    const { frequency } = this.#terms[next]!;
    if (frequency < MIN_LATER || frequency * LATER_SHARE < touched) return false;
    if (this.#rest[next]! > this.#restAtCheck * LESS_LEFT) return false;
    // The sums so far must be able to outweigh the remaining terms.
    return this.#rest[0]! - this.#rest[next]! > this.#rest[next]! * MIN_LAST;
  }

  /**
   * The passages that may be among the best, if those that hold only terms from `next` on can't be; undefined if they can,
   * or if there are too many.
   */
  #candidates(sums: PartialSums, next: number): readonly PassageSums[] | undefined {
    const rest = this.#rest[next]!;
    this.#restAtCheck = rest;
    const best = this.#bestOf(sums);
    if (!best.isFull || best.threshold < rest * MIN_LAST) return undefined;
    this.#last = Math.max(this.#last, this.#leastScoreOf(best, sums, next));
    const least = this.#last - rest - ROUNDING;
    if (least <= 0) return undefined;
    return sums.atLeast(least, this.#terms[next]!.frequency / CANDIDATE_SHARE);
  }

  /** The lowest score of some passages, of which the terms up to `next` are summed up. */
  #leastScoreOf({ items }: TopK, sums: PartialSums, next: number): number {
    const positions = Uint32Array.from(items).sort();
    let least = Number.POSITIVE_INFINITY;
    let start = 0;
    let taken = 0;
    for (const [index, { rows }] of this.#query.view.segments.entries()) {
      const end = start + rows.length;
      let last = taken;
      while (last < positions.length && positions[last]! < end) last++;
      if (last > taken) {
        const leaders = sums.of(
          index,
          positions.slice(taken, last).map((row) => row - start),
        );
        for (let at = next; at < this.#terms.length; at++) this.#addTo(leaders, index, this.#terms[at]!);
        for (const sum of leaders.sums) least = Math.min(least, sum);
      }
      taken = last;
      start = end;
    }
    return least;
  }

  /** Returns the passages that may be among the best, once all terms are summed up. */
  #remaining(sums: PartialSums): readonly PassageSums[] {
    return sums.atLeast(Math.max(this.#last, this.#bestOf(sums).threshold) - ROUNDING)!;
  }

  /** Adds the term `at` to the candidates and drops those that can't be among the best any more. */
  #refine(candidates: readonly PassageSums[], at: number): readonly PassageSums[] {
    for (const [index, passages] of candidates.entries()) this.#addTo(passages, index, this.#terms[at]!);
    if (countOf(candidates) <= this.#limit * MANY_CANDIDATES) return candidates;
    this.#last = Math.max(this.#last, this.#lastOf(candidates));
    const least = this.#last - this.#rest[at + 1]! - ROUNDING;
    return candidates.map((passages) => above(passages, least));
  }

  #addTo({ ordinals, sums }: PassageSums, segment: number, term: ScoringTerm): void {
    const list = term.postings[segment];
    if (list === undefined || ordinals.length === 0) return;
    addScoresAt(list, this.#query.weightOf(term), this.#query.view.segments[segment]!.lengths, ordinals, sums);
  }

  #bestOf(sums: PartialSums): TopK {
    const best = new TopK(this.#limit, undefined, 0);
    let start = 0;
    for (const [index, { rows }] of this.#query.view.segments.entries()) {
      sums.forEachAbove(index, best.threshold, (ordinal, sum) => {
        if (this.#mayReturn(index, ordinal)) best.offer(sum, start + ordinal);
        return best.threshold;
      });
      start += rows.length;
    }
    return best;
  }

  #lastOf(candidates: readonly PassageSums[]): number {
    const best = new TopK(this.#limit, undefined, 0);
    for (const [index, { ordinals, sums }] of candidates.entries()) {
      for (let at = 0; at < ordinals.length; at++) {
        if (sums[at]! > best.threshold && this.#mayReturn(index, ordinals[at]!)) best.offer(sums[at]!, at);
      }
    }
    return best.threshold;
  }

  #best(candidates: readonly PassageSums[], ranking: Ranking): readonly RankedRow[] {
    const top = topRows(this.#limit, ranking);
    for (const [segment, passages] of candidates.entries()) {
      const { ordinals: found } = above(passages, this.#last - ROUNDING);
      const ordinals = found.filter((ordinal) => this.#mayReturn(segment, ordinal));
      if (ordinals.length === 0) continue;
      const scores = this.#query.inSegment(segment, ordinals);
      for (let at = 0; at < ordinals.length; at++) top.offer(scores[at]!, itemOf(segment, ordinals[at]!));
    }
    return rankedRows(top, ranking);
  }

  #mayReturn(segment: number, ordinal: number): boolean {
    if (this.#rows !== undefined) return this.#rows.has(segment, ordinal);
    return !isDeleted(this.#query.view.segments[segment]!.deleted, ordinal);
  }
}

const countOf = (segments: readonly PassageSums[]): number =>
  segments.reduce((sum, { ordinals }) => sum + ordinals.length, 0);

const above = ({ ordinals, sums }: PassageSums, least: number): PassageSums => {
  const left = { ordinals: new Uint32Array(ordinals.length), sums: new Float64Array(ordinals.length) };
  let count = 0;
  for (let at = 0; at < ordinals.length; at++) {
    if (sums[at]! < least) continue;
    left.ordinals[count] = ordinals[at]!;
    left.sums[count++] = sums[at]!;
  }
  return { ordinals: left.ordinals.subarray(0, count), sums: left.sums.subarray(0, count) };
};
