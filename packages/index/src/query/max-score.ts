import type { RowSet } from "../columns/row-set.ts";
import { isDeleted } from "../postings/segment-rows.ts";
import { TopK } from "../top-k.ts";
import { addScoresAt } from "../postings/skip-blocks.ts";
import { PartialSums, type PassageSums } from "./partial-sums.ts";
import type { QueryScores } from "./query-scores.ts";
import type { ScoringTerm } from "./read-query.ts";
import { itemOf, type RankedRow, rankedRows, type Ranking, topRows } from "./ranked-row.ts";

/** Number of passages below which scoring all of them takes no longer. */
const MIN_PASSAGES = 4_096;
/**
 * Minimum length of a list, absolute and relative to the passages touched so far, before which the search checks
 * whether the remaining terms can be deferred.
 */
const MIN_DEFERRED_LENGTH = 512;
const DEFERRED_SHARE = 4;
/**
 * A check pays off only if the lowest of the best sums has at least this share of the remaining terms' bound, and if
 * that bound has shrunk by `MAX_REST_RATIO` since the previous check.
 */
const MIN_SCORE_SHARE = 0.5;
const MAX_REST_RATIO = 0.85;
/**
 * Terms are deferred only if there is at most one candidate for every CANDIDATE_SHARE passages of the next list:
 * otherwise lookups cost more.
 */
const CANDIDATE_SHARE = 2;
/** Candidates per wanted row above which those without a chance are dropped. */
const MANY_CANDIDATES = 4;
/**
 * Share of all passages in a set above which checking each of the best costs less than masking the others from the
 * start.
 */
const MASKED_SHARE = 0.75;
/** Maximum difference between sums of the same scores in different order. */
const ROUNDING = 1e-9;

/**
 * MaxScore: returns the best rows, of `rows` if given, without scoring every passage. Returns undefined if this does
 * not pay off.
 *
 * Adds up terms one by one, the rarest first, for the passages that contain one. Once the lowest of the best sums
 * exceeds the total that all remaining terms can add, the best rows are among those passages. The remaining terms have
 * the longest lists. They are only looked up for passages that can still be among the best. For the few that remain,
 * the final scores are computed in the usual way.
 */
export const maxScore = (
  query: QueryScores,
  limit: number,
  ranking: Ranking,
  rows?: RowSet,
): readonly RankedRow[] | undefined => {
  if (query.areComputed || query.view.liveCount < MIN_PASSAGES) return undefined;
  const isMasked = rows !== undefined && rows.count < query.view.liveCount * MASKED_SHARE;
  const sums = new PartialSums(query, isMasked ? rows : undefined);
  try {
    return new MaxScoreSearch(query, limit, rows).run(sums, ranking);
  } finally {
    sums.release();
  }
};

/** Search for the best rows of one query. */
class MaxScoreSearch {
  readonly #query: QueryScores;
  readonly #limit: number;
  readonly #rows: RowSet | undefined;
  /** Terms, rarest first. */
  readonly #terms: readonly ScoringTerm[];
  /** Upper bound of the score that each term and all after it can add. */
  readonly #restBounds: Float64Array;
  /** Score that at least `limit` passages are known to reach. Candidates that can't reach it are dropped. */
  #minScore = 0;
  /** Sum of the remaining terms' bounds at the previous check. */
  #restBoundAtCheck = Number.POSITIVE_INFINITY;

  constructor(query: QueryScores, limit: number, rows: RowSet | undefined) {
    this.#query = query;
    // Limits the allocation, which is proportional to the number of wanted rows.
    this.#limit = Math.min(limit, rows?.count ?? query.view.liveCount);
    this.#rows = rows;
    this.#terms = query.terms.filter(({ frequency }) => frequency > 0).toSorted((a, b) => a.frequency - b.frequency);
    this.#restBounds = new Float64Array(this.#terms.length + 1);
    for (let at = this.#terms.length - 1; at >= 0; at--) {
      const { weight, maxShare } = this.#terms[at]!;
      this.#restBounds[at] = this.#restBounds[at + 1]! + weight * maxShare;
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
    return this.#finalRows(candidates, ranking);
  }

  /** Whether a check that defers the terms from `next` on can succeed. */
  #isWorthChecking(next: number, touched: number): boolean {
    const { frequency } = this.#terms[next]!;
    if (frequency < MIN_DEFERRED_LENGTH || frequency * DEFERRED_SHARE < touched) return false;
    if (this.#restBounds[next]! > this.#restBoundAtCheck * MAX_REST_RATIO) return false;
    // The sums so far must be able to outweigh the remaining terms.
    return this.#restBounds[0]! - this.#restBounds[next]! > this.#restBounds[next]! * MIN_SCORE_SHARE;
  }

  /**
   * Returns the passages that can be among the best, if those that contain only terms from `next` on can't. Returns
   * undefined if these can, or if there are too many.
   */
  #candidates(sums: PartialSums, next: number): readonly PassageSums[] | undefined {
    const rest = this.#restBounds[next]!;
    this.#restBoundAtCheck = rest;
    const best = this.#topOf(sums);
    if (!best.isFull || best.threshold < rest * MIN_SCORE_SHARE) return undefined;
    this.#minScore = Math.max(this.#minScore, this.#minScoreOf(best, sums, next));
    const least = this.#minScore - rest - ROUNDING;
    if (least <= 0) return undefined;
    return sums.atLeast(least, this.#terms[next]!.frequency / CANDIDATE_SHARE);
  }

  /** Returns the lowest full score of some passages whose sums contain the terms before `next`. */
  #minScoreOf({ items }: TopK, sums: PartialSums, next: number): number {
    const positions = Uint32Array.from(items).sort();
    let least = Number.POSITIVE_INFINITY;
    let start = 0;
    let taken = 0;
    for (const [index, { rows }] of this.#query.view.segments.entries()) {
      const end = start + rows.length;
      let last = taken;
      while (last < positions.length && positions[last]! < end) last++;
      if (last > taken) {
        const topPassages = sums.of(
          index,
          positions.slice(taken, last).map((row) => row - start),
        );
        for (let at = next; at < this.#terms.length; at++) this.#addTo(topPassages, index, this.#terms[at]!);
        for (const sum of topPassages.sums) least = Math.min(least, sum);
      }
      taken = last;
      start = end;
    }
    return least;
  }

  /** Returns the passages that can be among the best once all terms are added. */
  #remaining(sums: PartialSums): readonly PassageSums[] {
    return sums.atLeast(Math.max(this.#minScore, this.#topOf(sums).threshold) - ROUNDING)!;
  }

  /** Adds the term `at` to the candidates and drops those that can't be among the best any more. */
  #refine(candidates: readonly PassageSums[], at: number): readonly PassageSums[] {
    for (const [index, passages] of candidates.entries()) this.#addTo(passages, index, this.#terms[at]!);
    if (countOf(candidates) <= this.#limit * MANY_CANDIDATES) return candidates;
    this.#minScore = Math.max(this.#minScore, this.#thresholdOf(candidates));
    const least = this.#minScore - this.#restBounds[at + 1]! - ROUNDING;
    return candidates.map((passages) => filterByScore(passages, least));
  }

  #addTo({ ordinals, sums }: PassageSums, segment: number, term: ScoringTerm): void {
    const list = term.postings[segment];
    if (list === undefined || ordinals.length === 0) return;
    addScoresAt(list, this.#query.weightOf(term), this.#query.view.segments[segment]!.lengths, ordinals, sums);
  }

  #topOf(sums: PartialSums): TopK {
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

  #thresholdOf(candidates: readonly PassageSums[]): number {
    const best = new TopK(this.#limit, undefined, 0);
    for (const [index, { ordinals, sums }] of candidates.entries()) {
      for (let at = 0; at < ordinals.length; at++) {
        if (sums[at]! > best.threshold && this.#mayReturn(index, ordinals[at]!)) best.offer(sums[at]!, at);
      }
    }
    return best.threshold;
  }

  #finalRows(candidates: readonly PassageSums[], ranking: Ranking): readonly RankedRow[] {
    const top = topRows(this.#limit, ranking);
    for (const [segment, passages] of candidates.entries()) {
      const { ordinals: found } = filterByScore(passages, this.#minScore - ROUNDING);
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

const filterByScore = ({ ordinals, sums }: PassageSums, least: number): PassageSums => {
  const result = { ordinals: new Uint32Array(ordinals.length), sums: new Float64Array(ordinals.length) };
  let count = 0;
  for (let at = 0; at < ordinals.length; at++) {
    if (sums[at]! < least) continue;
    result.ordinals[count] = ordinals[at]!;
    result.sums[count++] = sums[at]!;
  }
  return { ordinals: result.ordinals.subarray(0, count), sums: result.sums.subarray(0, count) };
};
