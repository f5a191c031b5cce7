/** Sums of the passages of one segment that hold a term; of all others 0. */
export interface SegmentSums {
  /** By ordinal. */
  readonly sums: Float64Array;
  /** Ordinals of the passages that have a sum, in no certain order. */
  readonly touched: Uint32Array;
}

/** Sums of few passages. */
export interface SparseSums {
  readonly segments: readonly SegmentSums[];
  /** Takes the arrays back: they must not be read any more. */
  readonly release: () => void;
}

/** Arrays of zeros, one of each length, in which few numbers are written and set to 0 again. */
export class ZeroArrays {
  readonly #spare = new Map<number, Float64Array>();

  take(length: number): Float64Array {
    const spare = this.#spare.get(length);
    this.#spare.delete(length);
    return spare ?? new Float64Array(length);
  }

  give({ sums, touched }: SegmentSums): void {
    for (let index = 0; index < touched.length; index++) sums[touched[index]!] = 0;
    this.#spare.set(sums.length, sums);
  }

  /** Lets go of arrays of other lengths. */
  keep(lengths: ReadonlySet<number>): void {
    for (const length of this.#spare.keys()) if (!lengths.has(length)) this.#spare.delete(length);
  }
}
