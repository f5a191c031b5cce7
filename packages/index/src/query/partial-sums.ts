import { addSparseScores } from "../postings/posting-list.ts";
import type { RowSet } from "../columns/row-set.ts";
import type { QueryScores } from "./query-scores.ts";
import type { ScoringTerm } from "./read-query.ts";

/** From one passage in so many on, walking over all in turn costs less than putting them in order, or clearing each. */
const WALK_SHARE = 16;
/** Room beyond what is needed now: collections grow. */
const SPARE_SHARE = 1.25;

/** Passages of a segment with their partial sums. */
export interface PassageSums {
  /** Ascending. */
  readonly ordinals: Uint32Array;
  readonly sums: Float64Array;
}

interface SegmentSums {
  /** By ordinal; 0 for passages that hold none of the terms. */
  readonly sums: Float64Array;
  /** Ordinals of the passages that have a sum, in no certain order: the first `count`. */
  readonly touched: Uint32Array;
  count: number;
}

/**
 * The arrays of a thread, one query after the other: 12 bytes for each passage of its largest collection. The sums are
 * all 0 between two queries.
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
 * Sums of some of a query's terms, in time for the passages that hold one. There can be one at a time, and it must be
 * released.
 */
export class PartialSums {
  readonly #query: QueryScores;
  readonly #rows: RowSet | undefined;
  readonly #segments: readonly SegmentSums[];

  /** Of `rows` only, where these are given. */
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

  /** The passages of each segment whose sum is `least` or more; undefined if these are more than `most`. */
  atLeast(least: number, most = Number.POSITIVE_INFINITY): readonly PassageSums[] | undefined {
    const found: Uint32Array[] = [];
    let count = 0;
    for (const segment of this.#segments) {
      const ordinals = touchedAtLeast(segment, least);
      count += ordinals.length;
      if (count > most) return undefined;
      found.push(ordinals);
    }
    return this.#segments.map((segment, index) => this.of(index, inOrder(found[index]!, segment, least)));
  }

  /** Returns the partial sums of some passages of a segment, by their ordinals, which must ascend. */
  of(index: number, ordinals: Uint32Array): PassageSums {
    const { sums } = this.#segments[index]!;
    const found = new Float64Array(ordinals.length);
    for (let at = 0; at < ordinals.length; at++) found[at] = sums[ordinals[at]!]!;
    return { ordinals, sums: found };
  }

  /** Calls `visit` for passages of a segment whose sum is above `bound`, and then above what `visit` gave last. */
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
      if (count * WALK_SHARE >= sums.length) sums.fill(0);
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

const inOrder = (ordinals: Uint32Array, { sums }: SegmentSums, least: number): Uint32Array => {
  if (ordinals.length * WALK_SHARE < sums.length) return ordinals.sort();
  let found = 0;
  for (let ordinal = 0; ordinal < sums.length; ordinal++) {
    const sum = sums[ordinal]!;
    if (sum > 0 && sum >= least) ordinals[found++] = ordinal;
  }
  return ordinals;
};
