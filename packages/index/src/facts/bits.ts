/** A set of numbers from 0 on, 32 to a word. Sets that are combined have the same length. */
export type Bits = Uint32Array;

export const makeBits = (count: number): Bits => new Uint32Array((count + 31) >>> 5);

export const hasBit = (bits: Bits, at: number): boolean => ((bits[at >>> 5]! >>> (at & 31)) & 1) !== 0;

export const setBit = (bits: Bits, at: number): void => {
  bits[at >>> 5]! |= 1 << (at & 31);
};

/** Adds the numbers from `start` up to `end`. */
export const addRange = (bits: Bits, start: number, end: number): void => {
  const [first, last] = [start >>> 5, (end - 1) >>> 5];
  if (end <= start) return;
  const [from, to] = [-1 << (start & 31), -1 >>> (31 - ((end - 1) & 31))];
  if (first === last) {
    bits[first]! |= from & to;
    return;
  }
  bits[first]! |= from;
  if (last - first > 1) bits.fill(0xffffffff, first + 1, last);
  bits[last]! |= to;
};

/** Adds the numbers of a set, each so much greater; those that are too great for it are left out. */
export const addShifted = (bits: Bits, other: Bits, by: number): void => {
  const [words, shift] = [by >>> 5, by & 31];
  for (let at = 0; at < other.length && at + words < bits.length; at++) {
    const word = other[at]!;
    if (word === 0) continue;
    bits[at + words]! |= word << shift;
    if (shift > 0 && at + words + 1 < bits.length) bits[at + words + 1]! |= word >>> (32 - shift);
  }
};

/** Calls `visit` for the numbers of a set from `start` up to `end`, ascending. */
export const forEachBit = (bits: Bits, start: number, end: number, visit: (at: number) => void): void => {
  const last = Math.min(bits.length, (end + 31) >>> 5);
  for (let at = start >>> 5; at < last; at++) {
    for (let word = bits[at]!; word !== 0; word &= word - 1) {
      const number = (at << 5) + (31 - Math.clz32(word & -word));
      if (number >= start && number < end) visit(number);
    }
  }
};

/** Sets all of them, and those up to the end of the last word as well. */
export const complementOf = (bits: Bits): Bits => turnOver(bits.slice());

/** Makes its complement of a set. */
export const turnOver = (bits: Bits): Bits => {
  for (let word = 0; word < bits.length; word++) bits[word] = ~bits[word]!;
  return bits;
};

export const keepCommon = (bits: Bits, other: Bits): void => {
  for (let word = 0; word < bits.length; word++) bits[word]! &= other[word]!;
};

export const addAll = (bits: Bits, other: Bits): void => {
  for (let word = 0; word < bits.length; word++) bits[word]! |= other[word]!;
};

export const removeAll = (bits: Bits, other: Bits): void => {
  for (let word = 0; word < bits.length; word++) bits[word]! &= ~other[word]!;
};

export const isEmpty = (bits: Bits): boolean => {
  for (let word = 0; word < bits.length; word++) if (bits[word] !== 0) return false;
  return true;
};

export const areEqual = (bits: Bits, other: Bits): boolean => {
  for (let word = 0; word < bits.length; word++) if (bits[word] !== other[word]) return false;
  return true;
};

export const countOf = (bits: Bits): number => {
  let count = 0;
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at]!;
    if (word === 0) continue;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }
  return count;
};

/** The numbers of a set, ascending. */
export const numbersOf = (bits: Bits): Uint32Array => {
  const numbers = new Uint32Array(countOf(bits));
  let count = 0;
  for (let at = 0; at < bits.length; at++) {
    for (let word = bits[at]!; word !== 0; word &= word - 1) {
      numbers[count++] = (at << 5) + (31 - Math.clz32(word & -word));
    }
  }
  return numbers;
};
