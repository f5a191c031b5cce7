import { randomInt } from "node:crypto";
import { isCanonicalMoment } from "@quarry/plugin/domain";
import { isLiteral } from "../postings/fact-list.ts";
import { forEachPosting, type PostingList } from "../postings/posting-list.ts";
import { ByteReader } from "../postings/varint.ts";
import { addAll, type Bits, keepCommon } from "./bits.ts";
import { RowsByValue } from "./rows-by-value.ts";

/** What a column takes beside its arrays. */
const COLUMN_BYTES = 500;
/** What no text holds in UTF-8 alone tells where one string ends and the next begins. */
const SEPARATOR = 0xff;
/** The kinds of values, as fact words begin with them. */
const NUMBER = 0x6e;
const STRING = 0x73;

export type Compare = "gt" | "gte" | "lt" | "lte";

/** One end of a range. */
export interface Bound {
  readonly op: Compare;
  readonly value: number | string;
}

/**
 * All numbers and strings that stand at a path in a segment, in order, so that a range is two places in it. Strings whose
 * words don't hold them as they are (long ones, above all) have no order here: they stand apart.
 */
export class ValueColumn {
  readonly byteLength: number;
  readonly #numbers: Float64Array;
  readonly #ofNumbers: RowsByValue;
  readonly #strings: StringTable;
  readonly #ofStrings: RowsByValue;
  readonly #unknown: RowsByValue;

  constructor(values: CollectedValues) {
    const { numbers, strings, unknown } = values.finish();
    this.#numbers = numbers.values;
    this.#ofNumbers = numbers.rows;
    this.#strings = strings.values;
    this.#ofStrings = strings.rows;
    this.#unknown = unknown;
    // Of strings with room for finding them by their hashes.
    const ofValues = this.#numbers.byteLength + this.#strings.bytes.length + 20 * this.#strings.length;
    const ofRows = numbers.rows.byteLength + strings.rows.byteLength + unknown.byteLength;
    this.byteLength = ofValues + ofRows + COLUMN_BYTES;
  }

  /** Adds the rows that have a value, of the kind of `bound`, in a range. */
  addRange(compare: Compare, bound: number | string, bits: Bits): void {
    const { rows, from, to } = this.#range(compare, bound);
    rows.addTo(bits, from, to);
  }

  /** The same for two ranges, which rows must have a value in both of. */
  addBetween(first: Bound, second: Bound, bits: Bits): void {
    const [one, other] = [this.#range(first.op, first.value), this.#range(second.op, second.value)];
    if (one.rows.isSingle) {
      one.rows.addTo(bits, Math.max(one.from, other.from), Math.min(one.to, other.to));
      return;
    }
    // Two values of an array may do together what none does alone.
    const [inFirst, inSecond] = [new Uint32Array(bits.length), new Uint32Array(bits.length)];
    one.rows.addTo(inFirst, one.from, one.to);
    other.rows.addTo(inSecond, other.from, other.to);
    keepCommon(inFirst, inSecond);
    addAll(bits, inFirst);
  }

  #range(compare: Compare, bound: number | string): { rows: RowsByValue; from: number; to: number } {
    const isBehind = compare === "gt" || compare === "lte";
    const isAbove = compare === "gt" || compare === "gte";
    const [rows, length] =
      typeof bound === "number" ? [this.#ofNumbers, this.#numbers.length] : [this.#ofStrings, this.#strings.length];
    const bytes = typeof bound === "number" ? undefined : Buffer.from(bound);
    const place = placeOf(length, (at) => {
      const order = bytes === undefined ? this.#numbers[at]! - (bound as number) : this.#strings.compare(at, bytes);
      return isBehind ? order > 0 : order >= 0;
    });
    return { rows, from: isAbove ? place : 0, to: isAbove ? length : place };
  }

  /** Adds the rows that have one of some values. */
  addEqual({ numbers, strings }: WantedValues, bits: Bits): void {
    for (const number of numbers) {
      const at = placeOf(this.#numbers.length, (index) => this.#numbers[index]! >= number);
      if (this.#numbers[at] === number) this.#ofNumbers.addTo(bits, at, at + 1);
    }
    for (const string of strings) {
      const at = this.#strings.find(string);
      if (at >= 0) this.#ofStrings.addTo(bits, at, at + 1);
    }
  }

  /** Adds the rows that have a string which holds a part. */
  addHolders(part: string, bits: Bits): void {
    for (const at of this.#strings.holdersOf(part)) this.#ofStrings.addTo(bits, at, at + 1);
  }

  /** Adds the rows that have a moment, which may have been sent in another spelling. */
  addMoments(bits: Bits): void {
    for (const at of this.#strings.moments()) this.#ofStrings.addTo(bits, at, at + 1);
  }

  /** Adds the rows that have a string which is not known here. */
  addUnknown(bits: Bits): void {
    this.#unknown.addAllTo(bits);
  }
}

/** Numbers, and strings that their words hold as they are, to be looked for in many columns. */
export class WantedValues {
  readonly numbers: readonly number[];
  readonly strings: readonly WantedString[];

  constructor(numbers: readonly number[], strings: readonly string[]) {
    this.numbers = numbers;
    this.strings = strings.map((string) => {
      const bytes = Buffer.from(string);
      return { bytes, hash: hashOf(bytes, 0, bytes.length) };
    });
  }
}

interface WantedString {
  readonly bytes: Buffer;
  readonly hash: number;
}

/** What hashes begin with, in this thread: nobody can send values that he knows to share one. */
const SEED = randomInt(2 ** 32);

/** FNV-1a, mixed at its end: the slots are its lowest bits. */
const hashOf = (bytes: Uint8Array, start: number, end: number): number => {
  let hash = SEED;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
};

/** The first of `count` places for which `isReached` holds, as it does for all behind it. */
const placeOf = (count: number, isReached: (at: number) => boolean): number => {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Strings in the order of their code points, which is that of their bytes. */
class StringTable {
  /** One behind the other, each with a separator behind it. */
  readonly bytes: Buffer;
  readonly length: number;
  /** Where each begins; one more where the next would. */
  readonly #starts: Uint32Array;
  /** By hash, places and 1 of the strings that have it, or behind those of others; made when strings are looked for first. */
  #places: Uint32Array | undefined;

  constructor(bytes: Buffer, starts: Uint32Array) {
    this.bytes = bytes;
    this.#starts = starts;
    this.length = starts.length - 1;
  }

  compare(at: number, other: Buffer): number {
    return this.bytes.compare(other, 0, other.length, this.#starts[at]!, this.#starts[at + 1]! - 1);
  }

  /** The place of a string, or -1. */
  find({ bytes, hash }: WantedString): number {
    const places = (this.#places ??= this.#byHash());
    const mask = places.length - 1;
    for (let slot = hash & mask; places[slot] !== 0; slot = (slot + 1) & mask) {
      const at = places[slot]! - 1;
      if (this.#is(at, bytes)) return at;
    }
    return -1;
  }

  /** A call of `compare` costs more than a look at a few bytes. */
  #is(at: number, wanted: Buffer): boolean {
    const start = this.#starts[at]!;
    if (this.#starts[at + 1]! - 1 - start !== wanted.length) return false;
    for (let index = 0; index < wanted.length; index++) if (this.bytes[start + index] !== wanted[index]) return false;
    return true;
  }

  #byHash(): Uint32Array {
    const places = new Uint32Array(2 ** Math.ceil(Math.log2(this.length * 2 + 1)));
    const mask = places.length - 1;
    for (let at = 0; at < this.length; at++) {
      let slot = hashOf(this.bytes, this.#starts[at]!, this.#starts[at + 1]! - 1) & mask;
      while (places[slot] !== 0) slot = (slot + 1) & mask;
      places[slot] = at + 1;
    }
    return places;
  }

  /** Strings that are moments in canonical form; they begin with a digit. */
  *moments(): Iterable<number> {
    const first = placeOf(this.length, (at) => this.compare(at, ZERO) >= 0);
    const end = placeOf(this.length, (at) => this.compare(at, BEHIND_NINE) >= 0);
    for (let at = first; at < end; at++) {
      const [from, to] = [this.#starts[at]!, this.#starts[at + 1]! - 1];
      if (this.bytes[from + DATE_LENGTH] === TIME_MARK && isCanonicalMoment(this.bytes.toString("utf8", from, to)))
        yield at;
    }
  }

  /** Those that hold a part. */
  *holdersOf(part: string): Iterable<number> {
    const wanted = Buffer.from(part);
    for (let at = 0; at < this.length; at++) {
      const found = wanted.length === 0 ? this.#starts[at]! : this.bytes.indexOf(wanted, this.#starts[at]);
      if (found < 0) return;
      at = placeOf(this.length, (index) => this.#starts[index + 1]! > found);
      yield at;
    }
  }
}

const ZERO = Buffer.from("0");
const BEHIND_NINE = Buffer.from(":");
/** `2024-03-11`, and behind it "T". */
const DATE_LENGTH = 10;
const TIME_MARK = 0x54;

interface FinishedValues {
  readonly numbers: { readonly values: Float64Array; readonly rows: RowsByValue };
  readonly strings: { readonly values: StringTable; readonly rows: RowsByValue };
  readonly unknown: RowsByValue;
}

/** Takes up the values of a path as their words come, and puts them in order. */
export class CollectedValues {
  readonly #numbers: number[] = [];
  readonly #ofNumbers = new GrowingRows();
  readonly #ofStrings = new GrowingRows();
  #bytes = Buffer.allocUnsafe(4_096);
  #length = 0;
  readonly #starts: number[] = [];
  #isInOrder = true;
  readonly #unknown = new GrowingRows();

  /** `bytes` from `start` to `end` are a value as fact words have it: its kind, and then the value. */
  add(bytes: Buffer, start: number, end: number, rows: PostingList): void {
    const kind = bytes[start];
    if (kind === NUMBER) {
      this.#numbers.push(Number(bytes.toString("latin1", start + 1, end)));
      this.#ofNumbers.add(rows);
    } else if (kind === STRING) this.#addString(bytes, start + 1, end, rows);
  }

  #addString(bytes: Buffer, start: number, end: number, rows: PostingList): void {
    if (!isLiteral(bytes, start, end)) {
      this.#unknown.add(rows);
      return;
    }
    const needed = this.#length + (end - start) + 1;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    const last = this.#starts.at(-1);
    if (last !== undefined && bytes.compare(this.#bytes, last, this.#length - 1, start, end) < 0)
      this.#isInOrder = false;
    this.#starts.push(this.#length);
    bytes.copy(this.#bytes, this.#length, start, end);
    this.#bytes[needed - 1] = SEPARATOR;
    this.#length = needed;
    this.#ofStrings.add(rows);
  }

  finish(): FinishedValues {
    const values = Float64Array.from(this.#numbers).sort();
    // Words of numbers are in the order of text. The values differ, so that each has one place.
    const places = this.#numbers.map((number) => placeOf(values.length, (at) => values[at]! >= number));
    return {
      numbers: { values, rows: this.#ofNumbers.inOrder(places) },
      strings: this.#finishStrings(),
      unknown: this.#unknown.inOrder(),
    };
  }

  #finishStrings(): FinishedValues["strings"] {
    const bytes = Buffer.from(this.#bytes.subarray(0, this.#length));
    const starts = Uint32Array.from([...this.#starts, this.#length]);
    if (this.#isInOrder) return { values: new StringTable(bytes, starts), rows: this.#ofStrings.inOrder() };
    // The dictionary is in the order of UTF-16: characters above U+FFFF come too early.
    const inText = (at: number): Buffer => bytes.subarray(starts[at]!, starts[at + 1]!);
    const sorted = this.#starts
      .map((_, at) => at)
      .sort((a, b) => Buffer.compare(withoutEnd(inText(a)), withoutEnd(inText(b))));
    const places: number[] = [];
    const newStarts = new Uint32Array(starts.length);
    for (const [place, at] of sorted.entries()) {
      places[at] = place;
      newStarts[place + 1] = newStarts[place]! + (starts[at + 1]! - starts[at]!);
    }
    const values = new StringTable(Buffer.concat(sorted.map(inText)), newStarts);
    return { values, rows: this.#ofStrings.inOrder(places) };
  }
}

const withoutEnd = (bytes: Buffer): Buffer => bytes.subarray(0, -1);

/** Rows of one value after the other. */
class GrowingRows {
  #rows = new Uint32Array(64);
  #length = 0;
  readonly #starts: number[] = [];

  add({ bytes, start, end, count }: PostingList): void {
    if (this.#length + count > this.#rows.length) {
      const larger = new Uint32Array(Math.max(this.#length + count, this.#rows.length * 2));
      larger.set(this.#rows.subarray(0, this.#length));
      this.#rows = larger;
    }
    this.#starts.push(this.#length);
    forEachPosting(new ByteReader(bytes, start), end, (row) => (this.#rows[this.#length++] = row));
  }

  /** With value `at` at `places[at]`; left out, as they came. */
  inOrder(places?: readonly number[]): RowsByValue {
    const starts = Uint32Array.from([...this.#starts, this.#length]);
    if (places === undefined) return new RowsByValue(starts, this.#rows.slice(0, this.#length));
    const from = new Uint32Array(places.length);
    for (const [at, place] of places.entries()) from[place] = at;
    const newStarts = new Uint32Array(starts.length);
    const rows = new Uint32Array(this.#length);
    for (const [place, at] of from.entries()) {
      const [start, end] = [starts[at]!, starts[at + 1]!];
      rows.set(this.#rows.subarray(start, end), newStarts[place]);
      newStarts[place + 1] = newStarts[place]! + (end - start);
    }
    return new RowsByValue(newStarts, rows);
  }
}
