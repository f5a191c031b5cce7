import type { IndexView } from "../query/index-view.ts";
import { countOf, hasBit, numbersOf, type RowBits } from "./row-bits.ts";
import type { RowLayout } from "./row-layout.ts";

/** Passages of a view that match a filter, or may: none that is deleted. */
export class RowSet {
  readonly view: IndexView;
  /** Number of passages that may match. */
  readonly count: number;
  /** Whether all of them match. Otherwise the filter must still be checked for each. */
  readonly isExact: boolean;
  readonly #layout: RowLayout;
  readonly #may: RowBits;
  readonly #sure: RowBits;

  constructor(view: IndexView, layout: RowLayout, may: RowBits, sure: RowBits) {
    this.view = view;
    this.#layout = layout;
    this.#may = may;
    this.#sure = sure;
    this.count = countOf(may);
    this.isExact = may === sure || countOf(sure) === this.count;
  }

  /** Passages of a segment that may match, as a bitmap over ordinals. */
  bitsOf(segment: number): RowBits {
    const { words } = this.#layout;
    return this.#may.subarray(words[segment], words[segment + 1]);
  }

  /** Whether a passage may match. */
  has(segment: number, ordinal: number): boolean {
    return hasBit(this.#may, (this.#layout.words[segment]! << 5) + ordinal);
  }

  /** Ordinals of the passages of a segment that may match, ascending. */
  ordinalsOf(segment: number): Uint32Array {
    return numbersOf(this.bitsOf(segment));
  }

  /** Whether a passage that may match is known to match. */
  isSure(segment: number, ordinal: number): boolean {
    return hasBit(this.#sure, (this.#layout.words[segment]! << 5) + ordinal);
  }
}
