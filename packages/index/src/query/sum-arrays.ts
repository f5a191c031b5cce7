import type { IndexView } from "./index-view.ts";

/** Scores by segment and ordinal; undefined for a segment in which no term matches. */
export type SegmentScores = readonly (Float64Array | undefined)[];

/** Pool of arrays of sums: a query takes 8 bytes per passage, which would become garbage immediately afterwards. */
export class SumArrays {
  readonly #spare = new Map<number, Float64Array>();

  /** Returns an array of zeros. */
  take(length: number): Float64Array {
    const spare = this.#spare.get(length);
    if (spare === undefined) return new Float64Array(length);
    this.#spare.delete(length);
    return spare.fill(0);
  }

  /** Returns arrays to the pool that are not read any more. Drops those of segments that no longer exist. */
  recycle(scores: SegmentScores, current: IndexView): void {
    const lengths = new Set(current.segments.map(({ rows }) => rows.length));
    for (const length of this.#spare.keys()) if (!lengths.has(length)) this.#spare.delete(length);
    for (const array of scores)
      if (array !== undefined && lengths.has(array.length)) this.#spare.set(array.length, array);
  }
}
