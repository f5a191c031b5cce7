import { lowerBound } from "../lower-bound.ts";
import { grown } from "../grown.ts";
import { isSliceOver, type Sliced } from "../vectors/read/sliced.ts";
import { type Atoms, isString, NUMBER, STRING } from "./atoms.ts";

/** So few values are looked at one by one in the time that a look at the rows takes. */
const LEAST_VALUES = 16_384;
/** Values that came since the order was made are looked at one by one until they are a part of all, two to this power of them. */
const TAIL_SHIFT = 3;
/** Values that are sorted at once: two milliseconds where all of them begin with the same 250 bytes, a quarter of one otherwise. */
const CHUNK = 512;
/** Values that are merged between two looks at the clock. */
const MERGED_AT_ONCE = 1_024;

/**
 * The strings of a column in their order, and behind them the numbers in theirs, so that a range is two places in it and what lies between: dates
 * above all, of which every row has another. It is made when ranges are asked for, beside searches, which look at each value until it is there.
 */
export class AtomOrder {
  readonly #atoms: Atoms;
  #ordered = new Int32Array(0);
  #strings = 0;
  /** String atoms that have no place in the order: odd and long ones. Some may be of a span whose order isn't there yet. */
  readonly #others: number[] = [];
  #taken = 0;
  #least = Number.POSITIVE_INFINITY;
  #making: Sliced<void> | undefined;

  constructor(atoms: Atoms) {
    this.#atoms = atoms;
  }

  /** Bytes of memory. */
  get size(): number {
    return this.#ordered.byteLength + this.#others.length * Float64Array.BYTES_PER_ELEMENT;
  }

  /** Of so many atoms, the first ones, strings and numbers are in order, but for the `others`. */
  get atoms(): number {
    return this.#taken;
  }

  get others(): readonly number[] {
    return this.#others;
  }

  /** Range of the numbers, or of the strings, in the order; `to` is exclusive. */
  span(ofNumbers: boolean): readonly [from: number, to: number] {
    return ofNumbers ? [this.#strings, this.#ordered.length] : [0, this.#strings];
  }

  /** Requests the order, since a filter has a range, if so many values are not in it yet. */
  want(least = LEAST_VALUES): void {
    this.#least = Math.min(this.#least, least);
  }

  /** Whether `make` has work to do. */
  get isBehind(): boolean {
    const tail = this.#atoms.count - this.#taken;
    return this.#making !== undefined || tail > Math.max(this.#least, this.#taken >> TAIL_SHIFT);
  }

  /** Goes on until time is over; whether it is done. */
  make(): boolean {
    while (this.isBehind) {
      this.#making ??= this.#order(this.#atoms.count);
      if (this.#making.next().done === true) this.#making = undefined;
      else if (isSliceOver()) return false;
    }
    return true;
  }

  /** Of a span, the place of the first that something holds of, as it does of all after that; its end where there is none. */
  lowerBound(isFound: (atom: number) => boolean, from: number, to: number): number {
    return lowerBound(from, to, (at) => isFound(this.#ordered[at]!));
  }

  /** Returns the atoms in a range of the order; `to` is exclusive. */
  between(from: number, to: number): Int32Array {
    return this.#ordered.subarray(from, to);
  }

  *#order(atoms: number): Sliced<void> {
    let runs: Int32Array<ArrayBuffer>[] = [];
    for (let from = this.#taken; from < atoms; from += CHUNK) {
      runs.push(this.#sorted(from, Math.min(atoms, from + CHUNK)));
      yield;
    }
    // Neighbours, so that dates, which mostly come in their order, are only put one behind the other.
    while (runs.length > 1) {
      const merged: Int32Array<ArrayBuffer>[] = [];
      for (let at = 0; at < runs.length; at += 2) merged.push(yield* this.#merged(runs[at]!, runs[at + 1] ?? NOTHING));
      runs = merged;
    }
    this.#ordered = yield* this.#merged(this.#ordered, runs[0] ?? NOTHING);
    this.#strings = this.lowerBound((atom) => this.#atoms.kinds[atom] === NUMBER, 0, this.#ordered.length);
    this.#taken = atoms;
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
      } else if (isString(kinds[atom]!)) this.#others.push(atom);
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
      if (at % MERGED_AT_ONCE === 0) yield;
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
