import type { IndexView } from "./index-view.ts";

/** Scores per segment and ordinal; undefined for a segment in which no term matches. */
export type SegmentScores = readonly (Float64Array | undefined)[];

/** Arrays of sums that are used again: a query takes 8 bytes a passage, which would be garbage right after it. */
export class SumArrays {
  readonly #spare = new Map<number, Float64Array>();

  /** An array of zeros. */
  take(length: number): Float64Array {
    const spare = this.#spare.get(length);
    if (spare === undefined) return new Float64Array(length);
    this.#spare.delete(length);
    return spare.fill(0);
  }

  /** Takes back arrays that nobody reads any more; those of segments that are gone are let go. */
  recycle(scores: SegmentScores, current: IndexView): void {
    const lengths = new Set(current.segments.map(({ rows }) => rows.length));
    for (const length of this.#spare.keys()) if (!lengths.has(length)) this.#spare.delete(length);
    for (const array of scores)
      if (array !== undefined && lengths.has(array.length)) this.#spare.set(array.length, array);
  }
}
