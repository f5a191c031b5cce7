import { MOST_TOLD_FREQUENCY } from "@quarry/plugin";
import { BM25_B, BM25_K1 } from "@quarry/text";

/**
 * Encodes terms so that the server finds the best records without a look at most of them. For that it stores, of each
 * block of a term's records, the highest frequencies by the length, a length being one byte to it (its norm); it takes
 * for granted that a score doesn't fall as the frequency rises or the length falls.
 *
 * A length is given to it as a level: 16 of them in an octave, so that within a level it differs by less than a
 * sixteenth. The frequency is given to it as a number: the frequency itself, and in its low bits how far the length
 * lies below the level's end. So frequency and length are known exactly, and of two numbers of a level the higher
 * always scores higher: one frequency more, of 16 at most, outweighs a sixteenth of the length. Above that the low bits
 * are full, which makes the score too high.
 *
 * The server adds up the numbers of a record and keeps the sum as its length, so the sum is filled up to what the level
 * is.
 */
const LEVELS_PER_OCTAVE = 16;
const LEVEL_BITS = 4;
const MOST_EXACT_FREQUENCY = LEVELS_PER_OCTAVE;
/** The last level's; longer records count as long as that. */
const MOST_LENGTH = 4_095;

/**
 * Level without a length, for records whose numbers don't fit below the sum of their level: records of stop words
 * alone. Their terms get the highest score that they can have.
 */
const UNTOLD_LEVEL = 0;

/** The norm of level 0. The last level has the highest norm, so that sums are as large as they can be. */
const FIRST_NORM = 112;

interface Level {
  readonly level: number;
  /** Its least length. */
  readonly least: number;
  /** Low bits of its numbers. */
  readonly bits: number;
}

export const levelOf = (length: number): Level => {
  const counted = Math.min(length, MOST_LENGTH);
  if (counted < LEVELS_PER_OCTAVE) return { level: counted, least: counted, bits: 0 };
  const bits = 31 - Math.clz32(counted) - LEVEL_BITS;
  const steps = counted >>> bits;
  return { level: LEVELS_PER_OCTAVE * bits + steps, least: steps << bits, bits };
};

/** The least sum that has a level's norm: Lucene's `SmallFloat.byte4ToInt`, whose first 24 are exact. */
const sumOf = (level: number): number => {
  const encoded = FIRST_NORM + level - 24;
  return 24 + 2 ** ((encoded >>> 3) - 1) * (8 | (encoded & 7));
};

/** Numbers stored with a record's terms, in their order, and the rest that fills up their sum. */
export interface TermNumbers {
  readonly numbers: readonly number[];
  readonly rest: number;
}

/** Undefined where there are too many for a record of this length. */
export const numbersOf = (frequencies: readonly number[], length: number): TermNumbers | undefined => {
  const { level, least, bits } = levelOf(length);
  const full = (1 << bits) - 1;
  const below = full - Math.min(full, length - least);
  const numbers = frequencies.map(
    (frequency) =>
      (Math.min(frequency, MOST_TOLD_FREQUENCY) << bits) | (frequency > MOST_EXACT_FREQUENCY ? full : below),
  );
  return (
    filled(numbers, level) ??
    filled(
      frequencies.map(() => 1),
      UNTOLD_LEVEL,
    )
  );
};

const filled = (numbers: readonly number[], level: number): TermNumbers | undefined => {
  const rest = sumOf(level) - numbers.reduce((sum, number) => sum + number, 0);
  return rest < 1 ? undefined : { numbers, rest };
};

/** The part of a term's divisor that is the same for every record; a search that wants another one gets bounds. */
export const BASE = BM25_K1 * (1 - BM25_B);

/** The length that the server's score of such a frequency counts. */
export const scoredLength = (frequency: number, length: number): number =>
  frequency > MOST_EXACT_FREQUENCY ? levelOf(length).least : Math.min(length, MOST_LENGTH);

/** Painless code that decodes a record's and a term's numbers: `level`, `f` the frequency, `l` the length. */
export const READ_NUMBER = [
  "int t = (int) doc.length - 24",
  "int h = t < 8 ? 3 : 31 - Integer.numberOfLeadingZeros(t)",
  `int level = (((h - 2) << 3) | ((t >> (h - 3)) & 7)) - ${FIRST_NORM - 24}`,
  `int bits = level < ${LEVELS_PER_OCTAVE} ? 0 : (level >> ${LEVEL_BITS}) - 1`,
  `int least = level < ${LEVELS_PER_OCTAVE} ? level : (${LEVELS_PER_OCTAVE} | (level & ${LEVELS_PER_OCTAVE - 1})) << bits`,
  "int n = (int) doc.freq",
  `int f = level > ${UNTOLD_LEVEL} ? n >> bits : ${MOST_TOLD_FREQUENCY}`,
  "int full = (1 << bits) - 1",
  "int l = least + full - (n & full)",
].join("; ");
