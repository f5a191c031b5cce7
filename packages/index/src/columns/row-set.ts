import type { IndexView } from "../query/index-view.ts";
import { countOf, hasBit, numbersOf, type RowBits } from "./row-bits.ts";
import type { RowLayout } from "./row-layout.ts";

/** Passages of a view that match a filter or can match it. Contains no deleted passage. */
export class RowSet {
  readonly view: IndexView;
  /** Number of passages that can match. */
  readonly count: number;
  /** Whether all of them match. Otherwise the filter must still be checked for each. */
  readonly isExact: boolean;
  readonly #layout: RowLayout;
  readonly #possible: RowBits;
  readonly #certain: RowBits;

  constructor(view: IndexView, layout: RowLayout, possible: RowBits, certain: RowBits) {
    this.view = view;
    this.#layout = layout;
    this.#possible = possible;
    this.#certain = certain;
    this.count = countOf(possible);
    this.isExact = possible === certain || countOf(certain) === this.count;
  }

  /** Returns the passages of a segment that can match, as a bitmap over ordinals. */
  bitsOf(segment: number): RowBits {
    const { words } = this.#layout;
    return this.#possible.subarray(words[segment], words[segment + 1]);
  }

  /** Whether a passage can match. */
  has(segment: number, ordinal: number): boolean {
    return hasBit(this.#possible, (this.#layout.words[segment]! << 5) + ordinal);
  }

  /** Returns the ordinals of the passages of a segment that can match, ascending. */
  ordinalsOf(segment: number): Uint32Array {
    return numbersOf(this.bitsOf(segment));
  }

  /** Whether a passage that can match is known to match. */
  isCertain(segment: number, ordinal: number): boolean {
    return hasBit(this.#certain, (this.#layout.words[segment]! << 5) + ordinal);
  }
}
