import type { RowSet } from "../columns/row-set.ts";
import { PostingCursor, type ScoreWindow } from "../postings/posting-cursor.ts";
import type { TermWeight } from "../postings/posting-list.ts";
import { isDeleted } from "../postings/segment-rows.ts";
import { TopK } from "../top-k.ts";
import type { QueryScores } from "./query-scores.ts";
import { itemOf, type RankedRow, rankedRows, type Ranking, topRows } from "./ranked-row.ts";

/** Number of passages below which scoring all of them takes no longer. */
const MIN_PASSAGES = 4_096;
/**
 * Number of passages of a window. Their sums, lengths and ordinals take 256 KB: they stay in the CPU's cache while the
 * terms are added, where an array for all passages of a large segment would not.
 */
const WINDOW = 16_384;
/**
 * A term is looked up for the candidates, not added, if there is at most one of them for every CANDIDATE_SHARE of its
 * postings in the window.
 */
const CANDIDATE_SHARE = 8;
/** From 1/SCAN_SHARE of the window on, a loop over all of it costs less than sorting the candidates. */
const SCAN_SHARE = 16;
/**
 * Share of all passages in a set above which checking each of the best costs less than masking the others from the
 * start.
 */
const MASKED_SHARE = 0.75;
/** Maximum difference between sums of the same scores in different order. */
const ROUNDING = 1e-9;

/** Reused by all queries of a thread, one after another. All sums are 0 between two windows. */
const window: ScoreWindow = {
  ...{ start: 0, end: 0, count: 0 },
  sums: new Float64Array(WINDOW),
  touched: new Uint32Array(WINDOW),
};

/** Term of the query in one segment. */
interface SegmentTerm {
  readonly cursor: PostingCursor;
  readonly weight: TermWeight;
  /** Upper bound of the score that this term and all after it can add. */
  readonly restBound: number;
  /** Average number of postings in a window. */
  readonly expected: number;
}

/** Passages of a window that can be among the best. */
interface Finalists {
  readonly segment: number;
  /** Ordinals in ascending order. */
  readonly ordinals: Uint32Array;
  readonly sums: Float64Array;
}

/**
 * MaxScore: returns the best rows, of `rows` if given, without scoring every passage. Returns undefined if this does
 * not pay off.
 *
 * Goes through the passages window by window, and in each adds up the terms, the rarest first. Once the remaining terms
 * can't lift a passage above the best ones of earlier windows, only passages that contain a term so far are left, and
 * of these only those whose sum is high enough. When few are left, the remaining terms, which have the longest lists,
 * are looked up for them. The final scores of those that remain are computed in the usual way.
 *
 * Turtle and Flood, "Query evaluation: strategies and optimizations" (1995); by windows as in Lucene.
 */
export const maxScore = (
  query: QueryScores,
  limit: number,
  ranking: Ranking,
  rows?: RowSet,
): readonly RankedRow[] | undefined => {
  if (query.areComputed || query.view.liveCount < MIN_PASSAGES) return undefined;
  const search = new MaxScoreSearch(query, limit, rows);
  try {
    for (const segment of largestFirst(query)) search.run(segment);
  } catch (error) {
    // A window that was left half-way must not add to the sums of the next query.
    clearWindow();
    throw error;
  }
  return search.finalRows(ranking);
};

/** Returns the segments by falling size: the largest probably contains most of the best passages. */
const largestFirst = ({ view }: QueryScores): readonly number[] =>
  [...view.segments.keys()].sort((a, b) => view.segments[b]!.rows.length - view.segments[a]!.rows.length);

/** Search for the best rows of one query. */
class MaxScoreSearch {
  readonly #query: QueryScores;
  readonly #rows: RowSet | undefined;
  readonly #isMasked: boolean;
  /** Terms, rarest first. */
  readonly #terms: QueryScores["terms"];
  /** Sums of the best passages so far. */
  readonly #best: TopK;
  readonly #finalists: Finalists[] = [];

  constructor(query: QueryScores, limit: number, rows: RowSet | undefined) {
    this.#query = query;
    this.#rows = rows;
    this.#isMasked = rows !== undefined && rows.count < query.view.liveCount * MASKED_SHARE;
    this.#terms = query.terms
      .filter(({ indexed }) => indexed.frequency > 0)
      .toSorted((a, b) => a.indexed.frequency - b.indexed.frequency);
    // Limits the allocation, which is proportional to the number of wanted rows.
    this.#best = new TopK(Math.min(limit, rows?.count ?? query.view.liveCount), undefined, 0);
  }

  run(segment: number): void {
    const { length } = this.#query.view.segments[segment]!.rows;
    const terms = this.#termsOf(segment, Math.min(1, WINDOW / length));
    if (terms.length === 0) return;
    for (let start = 0; start < length; start += WINDOW) {
      this.#query.checkpoint();
      window.start = start;
      window.end = Math.min(start + WINDOW, length);
      this.#addTerms(segment, terms);
      this.#addFinalists(segment);
    }
  }

  #termsOf(segment: number, share: number): readonly SegmentTerm[] {
    const terms: SegmentTerm[] = [];
    let restBound = 0;
    for (const term of this.#terms.toReversed()) {
      const list = term.indexed.postings[segment];
      if (list === undefined) continue;
      // No passage scores more for a term than its weight.
      restBound += term.weight;
      const weight = this.#query.weightOf(term.weight);
      terms.push({ cursor: new PostingCursor(list), weight, restBound, expected: list.count * share });
    }
    return terms.toReversed();
  }

  /** Adds up the terms in the window. Drops passages that can't be among the best. */
  #addTerms(segment: number, terms: readonly SegmentTerm[]): void {
    const { lengths } = this.#query.view.segments[segment]!;
    const wanted = this.#isMasked ? this.#rows!.bitsOf(segment) : undefined;
    let isSorted = false;
    for (const { cursor, weight, restBound, expected } of terms) {
      const least = this.#best.threshold - restBound - ROUNDING;
      const isClosed = least > 0;
      if (isClosed) {
        dropBelow(least);
        if (window.count === 0) return;
        if (window.count * CANDIDATE_SHARE <= expected) {
          if (!isSorted) sortTouched();
          isSorted = true;
          addLookups(cursor, weight, lengths);
          continue;
        }
      }
      cursor.addScores(window, weight, lengths, isClosed, wanted);
    }
  }

  /** Takes the passages of the window that can be among the best, and clears the window. */
  #addFinalists(segment: number): void {
    const { start, sums, touched } = window;
    const { threshold } = this.#best;
    dropBelow(threshold > 0 ? threshold - ROUNDING : 0);
    let count = 0;
    for (let at = 0; at < window.count; at++) {
      const ordinal = touched[at]!;
      if (this.#mayReturn(segment, ordinal)) {
        touched[count++] = ordinal;
        this.#best.offer(sums[ordinal - start]!);
      } else sums[ordinal - start] = 0;
    }
    window.count = count;
    dropBelow(this.#best.threshold - ROUNDING);
    if (window.count === 0) return;
    sortTouched();
    const ordinals = touched.slice(0, window.count);
    this.#finalists.push({ segment, ordinals, sums: Float64Array.from(ordinals, (ordinal) => sums[ordinal - start]!) });
    dropBelow(Number.POSITIVE_INFINITY);
  }

  finalRows(ranking: Ranking): readonly RankedRow[] {
    const least = this.#best.threshold - ROUNDING;
    const top = topRows(this.#best.items.length, ranking);
    for (const [segment, finalists] of Map.groupBy(this.#finalists, (one) => one.segment)) {
      const ordinals = Uint32Array.from(
        finalists.flatMap((one) => [...one.ordinals.filter((_, at) => one.sums[at]! >= least)]),
      );
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

const clearWindow = (): void => {
  window.sums.fill(0);
  window.count = 0;
};

/** Drops the passages of the window whose sum is lower, in the same order. */
const dropBelow = (least: number): void => {
  const { start, sums, touched, count } = window;
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const ordinal = touched[at]!;
    if (sums[ordinal - start]! >= least) touched[kept++] = ordinal;
    else sums[ordinal - start] = 0;
  }
  window.count = kept;
};

/** Sorts the passages of the window by ordinal. */
const sortTouched = (): void => {
  const { start, end, sums, touched, count } = window;
  if (count * SCAN_SHARE < end - start) {
    touched.subarray(0, count).sort();
    return;
  }
  let found = 0;
  for (let ordinal = start; ordinal < end; ordinal++) if (sums[ordinal - start] !== 0) touched[found++] = ordinal;
};

/** Adds a term's scores to the passages of the window, which must be sorted. */
const addLookups = (cursor: PostingCursor, { weight, base, slope }: TermWeight, lengths: Uint32Array): void => {
  const { start, sums, touched, count } = window;
  const frequencies = cursor.frequenciesAt(touched.subarray(0, count));
  for (let at = 0; at < count; at++) {
    const frequency = frequencies[at]!;
    if (frequency === 0) continue;
    const ordinal = touched[at]!;
    sums[ordinal - start]! += (weight * frequency) / (frequency + base + slope * lengths[ordinal]!);
  }
};
