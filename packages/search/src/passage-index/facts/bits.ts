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

/** Sets all of them, and those up to the end of the last word as well. */
export const complementOf = (bits: Bits): Bits => {
  const complement = new Uint32Array(bits.length);
  for (let word = 0; word < bits.length; word++) complement[word] = ~bits[word]!;
  return complement;
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
