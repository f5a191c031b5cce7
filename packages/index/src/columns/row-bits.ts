import { grown } from "../grown.ts";

/** Bitmap of rows, 32 in a word: 125 KB for a million. */
export type RowBits = Uint32Array<ArrayBuffer>;

const ALL = 0xffff_ffff;

export const makeBits = (count: number): RowBits => new Uint32Array((count + 31) >>> 5);

export const hasBit = (bits: Uint32Array, at: number): boolean => ((bits[at >>> 5]! >>> (at & 31)) & 1) !== 0;

export const setBit = (bits: RowBits, at: number): void => {
  bits[at >>> 5]! |= 1 << (at & 31);
};

export const clearBit = (bits: RowBits, at: number): void => {
  bits[at >>> 5]! &= ~(1 << (at & 31));
};

/** Returns the bitmap with capacity for `count` rows, and some spare capacity because sets grow row by row. */
export const withCapacity = (bits: RowBits, count: number): RowBits => {
  const words = (count + 31) >>> 5;
  return words <= bits.length ? bits : grown(bits, Math.max(words, bits.length * 2));
};

/** Adds the numbers from `start` up to `end`. */
export const addRange = (bits: RowBits, start: number, end: number): void => {
  const [first, last] = [start >>> 5, (end - 1) >>> 5];
  if (end <= start) return;
  const [from, to] = [-1 << (start & 31), -1 >>> (31 - ((end - 1) & 31))];
  if (first === last) {
    bits[first]! |= from & to;
    return;
  }
  bits[first]! |= from;
  if (last - first > 1) bits.fill(ALL, first + 1, last);
  bits[last]! |= to;
};

/** Adds the numbers of a set, each increased by `by`. Numbers beyond the bitmap are dropped. */
export const addShifted = (bits: RowBits, other: RowBits, by: number): void => {
  const [words, shift] = [by >>> 5, by & 31];
  for (let at = 0; at < other.length && at + words < bits.length; at++) {
    const word = other[at]!;
    if (word === 0) continue;
    bits[at + words]! |= word << shift;
    if (shift > 0 && at + words + 1 < bits.length) bits[at + words + 1]! |= word >>> (32 - shift);
  }
};

/** Complements a set in place, including the unused bits of the last word. */
export const invert = (bits: RowBits): RowBits => {
  for (let word = 0; word < bits.length; word++) bits[word] = ~bits[word]!;
  return bits;
};

/** Intersects a set in place with another. */
export const intersect = (bits: RowBits, other: RowBits): RowBits => {
  for (let word = 0; word < bits.length; word++) bits[word]! &= other[word]!;
  return bits;
};

export const unite = (bits: RowBits, other: RowBits): RowBits => {
  for (let word = 0; word < bits.length; word++) bits[word]! |= other[word]!;
  return bits;
};

export const subtract = (bits: RowBits, other: RowBits): RowBits => {
  for (let word = 0; word < bits.length; word++) bits[word]! &= ~other[word]!;
  return bits;
};

export const countOf = (bits: Uint32Array): number => {
  let count = 0;
  // Indexed loop: an iterator takes six times as long.
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at]!;
    if (word === 0) continue;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
};

/**
 * Writes the first numbers of the set from `from` up to an exclusive end into an array. Returns how many were written.
 */
export const takeBits = (bits: Uint32Array, into: Int32Array | Uint32Array, from: number, to: number): number => {
  const end = Math.min(bits.length, (to + 31) >>> 5);
  let taken = 0;
  for (let at = from >>> 5; at < end; at++) {
    let word = bits[at]!;
    if (at === from >>> 5) word &= ALL << (from & 31);
    for (; word !== 0; word &= word - 1) {
      const number = (at << 5) + 31 - Math.clz32(word & -word);
      if (number >= to || taken === into.length) return taken;
      into[taken++] = number;
    }
  }
  return taken;
};

/** Returns the numbers of a set in ascending order. */
export const numbersOf = (bits: Uint32Array): Uint32Array => {
  const numbers = new Uint32Array(countOf(bits));
  takeBits(bits, numbers, 0, bits.length << 5);
  return numbers;
};
