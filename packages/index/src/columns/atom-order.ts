import { lowerBound } from "../lower-bound.ts";
import { grown } from "../grown.ts";
import { isSliceOver, type Sliced } from "../vectors/read/sliced.ts";
import { type Atoms, isString, NUMBER, STRING } from "./atoms.ts";

/** Number of values below which testing them one by one takes no longer than scanning the rows. */
const MIN_VALUES_TO_SORT = 16_384;
/** Values added since the last sort are tested one by one until they exceed 1/2^TAIL_SHIFT of the sorted ones. */
const TAIL_SHIFT = 3;
/** Values sorted in one step. A step takes 2 ms if all values begin with the same 250 bytes, otherwise 0.25 ms. */
const CHUNK = 512;
/** Values merged between two checks of the clock. */
const VALUES_PER_CHECK = 1_024;

/** One end of a range of values. */
export interface RangeEnd {
  readonly isLower: boolean;
  /** Whether an atom is past the end, which is true for all larger atoms. */
  readonly isReached: (atom: number) => boolean;
}

/**
 * Sort order of a column's atoms: strings first, then numbers. A range condition becomes two binary searches. This
 * matters most for dates, as every row has a different one. The order is built by merge sort when a filter first has a
 * range, concurrently with searches. Until it is ready, searches test each value.
 */
export class AtomOrder {
  readonly #atoms: Atoms;
  #ordered = new Int32Array(0);
  #strings = 0;
  /**
   * String atoms without a position in the order: malformed (`ODD_STRING`) and long ones. Some can belong to atoms that
   * are not sorted yet.
   */
  readonly #unordered: number[] = [];
  #sortedCount = 0;
  #minUnsorted = Number.POSITIVE_INFINITY;
  #pendingSort: Sliced<void> | undefined;

  constructor(atoms: Atoms) {
    this.#atoms = atoms;
  }

  /** Bytes of memory. */
  get size(): number {
    return this.#ordered.byteLength + this.#unordered.length * Float64Array.BYTES_PER_ELEMENT;
  }

  /** Number of atoms, from the first one on, whose strings and numbers are sorted. Excludes the `unordered`. */
  get atoms(): number {
    return this.#sortedCount;
  }

  get unordered(): readonly number[] {
    return this.#unordered;
  }

  /** Requests a sort because a filter has a range. It runs only if more than `minUnsorted` values are unsorted. */
  requestSort(minUnsorted = MIN_VALUES_TO_SORT): void {
    this.#minUnsorted = Math.min(this.#minUnsorted, minUnsorted);
  }

  /** Whether `continueSort` has work to do. */
  get isBehind(): boolean {
    const tail = this.#atoms.count - this.#sortedCount;
    return this.#pendingSort !== undefined || tail > Math.max(this.#minUnsorted, this.#sortedCount >> TAIL_SHIFT);
  }

  /** Continues the sort until the time slice ends. Returns whether it is complete. */
  continueSort(): boolean {
    while (this.isBehind) {
      this.#pendingSort ??= this.#order(this.#atoms.count);
      if (this.#pendingSort.next().done === true) this.#pendingSort = undefined;
      else if (isSliceOver()) return false;
    }
    return true;
  }

  /** Returns the sorted numbers, or strings, between the ends. */
  within(ofNumbers: boolean, ends: readonly RangeEnd[]): Int32Array {
    let [from, to] = ofNumbers ? [this.#strings, this.#ordered.length] : [0, this.#strings];
    for (const { isLower, isReached } of ends) {
      const rank = lowerBound(from, to, (at) => isReached(this.#ordered[at]!));
      if (isLower) from = rank;
      else to = rank;
    }
    return this.#ordered.subarray(from, to);
  }

  *#order(atoms: number): Sliced<void> {
    let runs: Int32Array<ArrayBuffer>[] = [];
    for (let from = this.#sortedCount; from < atoms; from += CHUNK) {
      runs.push(this.#sorted(from, Math.min(atoms, from + CHUNK)));
      yield;
    }
    // Merges adjacent runs: dates usually arrive in order, so their runs are only concatenated.
    while (runs.length > 1) {
      const merged: Int32Array<ArrayBuffer>[] = [];
      for (let at = 0; at < runs.length; at += 2) merged.push(yield* this.#merged(runs[at]!, runs[at + 1] ?? NOTHING));
      runs = merged;
    }
    this.#ordered = yield* this.#merged(this.#ordered, runs[0] ?? NOTHING);
    this.#strings = lowerBound(0, this.#ordered.length, (at) => this.#atoms.kinds[this.#ordered[at]!] === NUMBER);
    this.#sortedCount = atoms;
  }

  #sorted(from: number, to: number): Int32Array<ArrayBuffer> {
    const { kinds } = this.#atoms;
    const chunk = new Int32Array(to - from);
    let count = 0;
    let isInOrder = true;
    for (let atom = from; atom < to; atom += 1) {
      if (kinds[atom] === STRING || kinds[atom] === NUMBER) {
        isInOrder &&= count === 0 || compareAtoms(this.#atoms, chunk[count - 1]!, atom) < 0;
        chunk[count++] = atom;
      } else if (isString(kinds[atom]!)) this.#unordered.push(atom);
    }
    const values = chunk.subarray(0, count);
    return isInOrder ? values : values.sort((a, b) => compareAtoms(this.#atoms, a, b));
  }

  *#merged(one: Int32Array<ArrayBuffer>, other: Int32Array<ArrayBuffer>): Sliced<Int32Array<ArrayBuffer>> {
    if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
    const merged = grown(one, one.length + other.length);
    if (compareAtoms(this.#atoms, one.at(-1)!, other[0]!) < 0) {
      merged.set(other, one.length);
      return merged;
    }
    let [i, j] = [0, 0];
    for (let at = 0; at < merged.length; at += 1) {
      const isOne = j === other.length || (i < one.length && compareAtoms(this.#atoms, one[i]!, other[j]!) < 0);
      merged[at] = isOne ? one[i++]! : other[j++]!;
      if (at % VALUES_PER_CHECK === 0) yield;
    }
    return merged;
  }
}

const NOTHING = new Int32Array(0);

const compareAtoms = (atoms: Atoms, one: number, other: number): number => {
  const { bytes, ends, kinds } = atoms;
  if (kinds[one] !== kinds[other]) return kinds[one] === STRING ? -1 : 1;
  if (kinds[one] === NUMBER) return atoms.numberOf(one) - atoms.numberOf(other);
  return atoms.compare(one, bytes, atoms.startOf(other), ends[other]!);
};
