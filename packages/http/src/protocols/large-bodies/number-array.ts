/**
 * Reads JSON arrays of numbers directly into float32, with exactly the values of `Math.fround(JSON.parse(text))`. A
 * body of vectors is nearly all digits, and a number that never becomes text or a boxed double costs a fraction.
 */

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const CLOSE_ARRAY = 0x5d;
const UPPER_E = 0x45;
const LOWER_E = 0x65;

/** Result if the array continues beyond the bytes that have arrived. */
export const UNFINISHED = -1;
/** Result if it is not an array of numbers that float32 can represent, or not JSON. */
export const UNSUITABLE = -2;

/** Value from which further digits are below a double's precision: they are only counted. */
const PRECISION_LIMIT = 1e18;
/** Value below which eight more digits fit. */
const EIGHT_DIGITS_FIT_BELOW = 1e11;
/** Largest value up to which all integers are exact as doubles. */
const EXACT = 2 ** 53;
/** Largest power of ten that is exact as a double. */
const EXACT_POWER = 22;
const POWERS = Float64Array.from({ length: EXACT_POWER + 1 }, (_, power) => Number(`1e${power}`));
/** Exponent beyond which further digits are not counted: such numbers take the slow path. */
const MAX_EXPONENT = 99;

/** Relative error bound: more than twice the maximum sum of the rounding errors. */
const MAX_ERROR = 2 ** -48;
/** Estimated size of a vector's number, at the short end; the array grows if the numbers are shorter. */
const BYTES_PER_NUMBER = 12;

/**
 * Constants for checking four digits at a time: after subtracting "0", a byte of a word is a digit if adding this
 * doesn't set its highest bit.
 */
const ZEROS = 0x3030_3030;
const ABOVE_NINE = 0x7676_7676;
const HIGHEST_BITS = 0x8080_8080 | 0;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= ZERO + 9;

export class NumberArrayReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #numbers: Float32Array<ArrayBuffer>;
  #count = 0;
  /** Last exponent that `#readExponent` read. */
  #exponent = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#numbers = new Float32Array(Math.ceil(bytes.byteLength / BYTES_PER_NUMBER));
  }

  /** Number of numbers read, over all arrays that could be read. */
  get count(): number {
    return this.#count;
  }

  /** Numbers of all arrays that could be read, concatenated. */
  get numbers(): Float32Array<ArrayBuffer> {
    return this.#numbers.subarray(0, this.#count);
  }

  /**
   * Reads an array whose opening bracket is before `start`, from bytes that have arrived up to `end`. Returns the
   * position after its closing bracket, or why it could not be read.
   */
  read(start: number, end: number): number {
    const before = this.#count;
    const after = this.#readAll(start, end);
    if (after < 0) this.#count = before;
    return after;
  }

  #readAll(start: number, end: number): number {
    const bytes = this.#bytes;
    let at = start;
    for (;;) {
      at = this.#skipSpace(at, end);
      at = this.#readNumber(at, end);
      if (at < 0) return at;
      let byte = bytes[at]!;
      if (byte <= SPACE) {
        at = this.#skipSpace(at, end);
        if (at === end) return UNFINISHED;
        byte = bytes[at]!;
      }
      if (byte === CLOSE_ARRAY) return at + 1;
      if (byte !== COMMA) return UNSUITABLE;
      at += 1;
    }
  }

  #skipSpace(start: number, end: number): number {
    let at = start;
    for (; at < end; at++) {
      const byte = this.#bytes[at]!;
      if (byte !== SPACE && byte !== LINE_FEED && byte !== CARRIAGE_RETURN && byte !== TAB) break;
    }
    return at;
  }

  /**
   * Reads one number and checks the byte after it, which shows that the number is complete; returns that byte's
   * position. It is one long function, because passing values between smaller ones would cost as much as their work.
   */
  #readNumber(start: number, end: number): number {
    const bytes = this.#bytes;
    const view = this.#view;
    let at = start;
    if (at >= end) return UNFINISHED;
    const isNegative = bytes[at] === MINUS;
    if (isNegative) at += 1;
    let whole = 0;
    let dropped = 0;
    let digit = at < end ? bytes[at]! - ZERO : -1;
    if (digit === 0) {
      at += 1;
      if (at < end && isDigit(bytes[at])) return UNSUITABLE;
    } else {
      const first = at;
      for (; at < end; at++) {
        digit = bytes[at]! - ZERO;
        if (digit < 0 || digit > 9) break;
        if (whole < PRECISION_LIMIT) whole = whole * 10 + digit;
        else dropped += 1;
      }
      if (at === first) return at === end ? UNFINISHED : UNSUITABLE;
    }
    let exponent = 0;
    if (at < end && bytes[at] === POINT) {
      at += 1;
      const first = at;
      while (whole < EIGHT_DIGITS_FIT_BELOW && at + 8 <= end) {
        const early = view.getInt32(at, true) ^ ZEROS;
        const late = view.getInt32(at + 4, true) ^ ZEROS;
        if (((early | (early + ABOVE_NINE) | late | (late + ABOVE_NINE)) & HIGHEST_BITS) !== 0) break;
        whole = whole * 100_000_000 + (fourDigits(early) * 10_000 + fourDigits(late));
        at += 8;
      }
      for (; at < end; at++) {
        digit = bytes[at]! - ZERO;
        if (digit < 0 || digit > 9) break;
        if (whole < PRECISION_LIMIT) whole = whole * 10 + digit;
        else dropped += 1;
      }
      exponent = first - at;
      if (at === first) return at === end ? UNFINISHED : UNSUITABLE;
    }
    if (at < end && (bytes[at] === LOWER_E || bytes[at] === UPPER_E)) {
      const shift = this.#readExponent(at + 1, end);
      if (shift < 0) return shift;
      exponent += this.#exponent;
      at = shift;
    }
    if (at >= end) return UNFINISHED;
    return this.#add(start, at, isNegative, whole, dropped, exponent + dropped) ? at : UNSUITABLE;
  }

  #readExponent(start: number, end: number): number {
    const bytes = this.#bytes;
    let at = start;
    const isNegative = at < end && bytes[at] === MINUS;
    if (at < end && (isNegative || bytes[at] === PLUS)) at += 1;
    const first = at;
    let exponent = 0;
    for (; at < end && isDigit(bytes[at]); at++) {
      if (exponent <= MAX_EXPONENT) exponent = exponent * 10 + bytes[at]! - ZERO;
    }
    if (at === first) return at === end ? UNFINISHED : UNSUITABLE;
    this.#exponent = isNegative ? -exponent : exponent;
    return at;
  }

  /** Adds `whole` (which lacks `dropped` digits) times a power of ten; returns false if float32 can't represent it. */
  #add(start: number, end: number, isNegative: boolean, whole: number, dropped: number, exponent: number): boolean {
    const size = scaled(whole, exponent);
    const isExact = dropped === 0 && whole <= EXACT && exponent <= EXACT_POWER && exponent >= -EXACT_POWER;
    let rounded = Math.fround(size * (1 - MAX_ERROR));
    // The slow path also applies when `size` is NaN.
    if (isExact) rounded = Math.fround(size);
    else if (rounded !== Math.fround(size * (1 + MAX_ERROR))) rounded = this.#roundSlowly(start, end);
    if (!Number.isFinite(rounded)) return false;
    if (this.#count === this.#numbers.length) this.#grow();
    this.#numbers[this.#count++] = isNegative ? -rounded : rounded;
    return true;
  }

  /** Returns the absolute value of the number from `start` to `end`, by parsing its text. */
  #roundSlowly(start: number, end: number): number {
    return Math.abs(Math.fround(Number(latin1(this.#bytes, start, end))));
  }

  #grow(): void {
    const larger = new Float32Array(this.#numbers.length * 2 + 1);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}

/** Combines four bytes with digit values, the first in the lowest byte. */
const fourDigits = (digits: number): number => {
  const pairs = digits * 10 + (digits >>> 8);
  return (pairs & 0xff) * 100 + ((pairs >>> 16) & 0xff);
};

/** Returns `whole` times a power of ten, with at most two roundings; NaN for powers out of range. */
const scaled = (whole: number, exponent: number): number => {
  if (exponent < -EXACT_POWER) {
    return exponent < -2 * EXACT_POWER ? Number.NaN : whole / POWERS[EXACT_POWER]! / POWERS[-exponent - EXACT_POWER]!;
  }
  if (exponent < 0) return whole / POWERS[-exponent]!;
  return exponent > EXACT_POWER ? Number.NaN : whole * POWERS[exponent]!;
};

const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
