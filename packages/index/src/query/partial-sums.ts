import { addSparseScores } from "../postings/posting-list.ts";
import type { RowSet } from "../columns/row-set.ts";
import type { QueryScores } from "./query-scores.ts";
import type { ScoringTerm } from "./read-query.ts";

/**
 * From 1/FULL_SCAN_SHARE of the passages on, a loop over all of them costs less than sorting the touched ones, or clearing
 * them one by one.
 */
const FULL_SCAN_SHARE = 16;
/** Spare capacity, because collections grow. */
const SPARE_SHARE = 1.25;

/** Passages of a segment with their partial sums. */
export interface PassageSums {
  /** Ordinals in ascending order. */
  readonly ordinals: Uint32Array;
  readonly sums: Float64Array;
}

interface SegmentSums {
  /** Sum of each passage by ordinal; 0 if it contains none of the terms. */
  readonly sums: Float64Array;
  /** Ordinals of the passages that have a sum, in no particular order: the first `count` entries. */
  readonly touched: Uint32Array;
  count: number;
}

/**
 * Arrays reused by all queries of a thread, one after another: 12 bytes for each passage of its largest collection. All
 * sums are 0 between two queries.
 */
let arrays = { sums: new Float64Array(0), touched: new Uint32Array(0) };

const arraysFor = (passages: number): typeof arrays => {
  if (arrays.sums.length < passages) {
    const capacity = Math.ceil(passages * SPARE_SHARE);
    arrays = { sums: new Float64Array(capacity), touched: new Uint32Array(capacity) };
  }
  return arrays;
};

/**
 * Sums of some of a query's terms, computed in time proportional to the passages that contain one. Only one instance
 * can exist at a time, and it must be released.
 */
export class PartialSums {
  readonly #query: QueryScores;
  readonly #rows: RowSet | undefined;
  readonly #segments: readonly SegmentSums[];

  /** Restricted to `rows`, if given. */
  constructor(query: QueryScores, rows?: RowSet) {
    this.#query = query;
    this.#rows = rows;
    const { segments } = query.view;
    const { sums, touched } = arraysFor(segments.reduce((sum, { rows }) => sum + rows.length, 0));
    let start = 0;
    this.#segments = segments.map(({ rows }) => {
      const end = start + rows.length;
      const segment = { sums: sums.subarray(start, end), touched: touched.subarray(start, end), count: 0 };
      start = end;
      return segment;
    });
  }

  /** Number of passages that have a sum. */
  get count(): number {
    let count = 0;
    for (const segment of this.#segments) count += segment.count;
    return count;
  }

  add(term: ScoringTerm): void {
    const weight = this.#query.weightOf(term);
    for (const [index, segment] of this.#segments.entries()) {
      const list = term.postings[index];
      if (list === undefined) continue;
      const { lengths } = this.#query.view.segments[index]!;
      const wanted = this.#rows?.bitsOf(index);
      segment.count = addSparseScores(list, weight, lengths, segment.sums, segment.touched, segment.count, wanted);
    }
  }

  /** Returns the passages of each segment whose sum is at least `least`; undefined if there are more than `maxCount`. */
  atLeast(least: number, maxCount = Number.POSITIVE_INFINITY): readonly PassageSums[] | undefined {
    const found: Uint32Array[] = [];
    let count = 0;
    for (const segment of this.#segments) {
      const ordinals = touchedAtLeast(segment, least);
      count += ordinals.length;
      if (count > maxCount) return undefined;
      found.push(ordinals);
    }
    return this.#segments.map((segment, index) => this.of(index, sortedOrdinals(found[index]!, segment, least)));
  }

  /** Returns the partial sums of some passages of a segment, given by their ordinals, which must ascend. */
  of(index: number, ordinals: Uint32Array): PassageSums {
    const { sums } = this.#segments[index]!;
    const found = new Float64Array(ordinals.length);
    for (let at = 0; at < ordinals.length; at++) found[at] = sums[ordinals[at]!]!;
    return { ordinals, sums: found };
  }

  /**
   * Calls `visit` for passages of a segment whose sum is above a bound: first `bound`, then the last result of `visit`.
   */
  forEachAbove(index: number, bound: number, visit: (ordinal: number, sum: number) => number): void {
    const { sums, touched, count } = this.#segments[index]!;
    let above = bound;
    for (let at = 0; at < count; at++) {
      const ordinal = touched[at]!;
      const sum = sums[ordinal]!;
      if (sum > above) above = visit(ordinal, sum);
    }
  }

  release(): void {
    for (const { sums, touched, count } of this.#segments) {
      if (count * FULL_SCAN_SHARE >= sums.length) sums.fill(0);
      else for (let at = 0; at < count; at++) sums[touched[at]!] = 0;
    }
  }
}

const touchedAtLeast = ({ sums, touched, count }: SegmentSums, least: number): Uint32Array => {
  const ordinals = new Uint32Array(count);
  let found = 0;
  for (let at = 0; at < count; at++) {
    const ordinal = touched[at]!;
    if (sums[ordinal]! >= least) ordinals[found++] = ordinal;
  }
  return ordinals.subarray(0, found);
};

const sortedOrdinals = (ordinals: Uint32Array, { sums }: SegmentSums, least: number): Uint32Array => {
  if (ordinals.length * FULL_SCAN_SHARE < sums.length) return ordinals.sort();
  let found = 0;
  for (let ordinal = 0; ordinal < sums.length; ordinal++) {
    const sum = sums[ordinal]!;
    if (sum > 0 && sum >= least) ordinals[found++] = ordinal;
  }
  return ordinals;
};
