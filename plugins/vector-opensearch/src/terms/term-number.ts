import { MOST_TOLD_FREQUENCY } from "@quarry/plugin";
import { BM25_B, BM25_K1 } from "@quarry/text";

/**
 * Encodes frequencies and lengths so that the server finds the best records without scoring most of them (block-max
 * pruning). For each block of a term's posting list the server stores the highest frequencies by length; a length is
 * stored as one byte (the norm). It assumes that a score doesn't fall if the frequency rises or the length falls.
 *
 * The length is encoded as a level: 16 per octave, so lengths within a level differ by less than a sixteenth. The
 * frequency is encoded as a number: the frequency itself and, in the low bits, the distance of the length from the
 * level's end. So frequency and length are known exactly, and of two numbers of a level the higher always scores
 * higher: one more occurrence, of at most 16, outweighs a sixteenth of the length. Above that the low bits are all set,
 * which makes the score too high.
 *
 * The server adds up the numbers of a record and stores the sum as its length, so the sum is padded to the value of the
 * level.
 */
const LEVELS_PER_OCTAVE = 16;
const LEVEL_BITS = 4;
const MOST_EXACT_FREQUENCY = LEVELS_PER_OCTAVE;
/** Maximum length, that of the last level; longer records count as this long. */
const MOST_LENGTH = 4_095;

/**
 * Level without a length, for records whose numbers don't fit below the sum of their level: records with stop words
 * only. Their terms get the maximum score.
 */
const UNTOLD_LEVEL = 0;

/** Norm of level 0. The last level has the highest norm, so that sums can be as large as possible. */
const FIRST_NORM = 112;

interface Level {
  readonly level: number;
  /** Minimum length of the level. */
  readonly least: number;
  /** Number of low bits in its numbers. */
  readonly bits: number;
}

export const levelOf = (length: number): Level => {
  const counted = Math.min(length, MOST_LENGTH);
  if (counted < LEVELS_PER_OCTAVE) return { level: counted, least: counted, bits: 0 };
  const bits = 31 - Math.clz32(counted) - LEVEL_BITS;
  const steps = counted >>> bits;
  return { level: LEVELS_PER_OCTAVE * bits + steps, least: steps << bits, bits };
};

/**
 * Returns the lowest sum that has a level's norm: Lucene's `SmallFloat.byte4ToInt`, whose first 24 values are exact.
 */
const sumOf = (level: number): number => {
  const encoded = FIRST_NORM + level - 24;
  return 24 + 2 ** ((encoded >>> 3) - 1) * (8 | (encoded & 7));
};

/** Numbers stored with a record's terms, in their order, and the padding of their sum. */
export interface TermNumbers {
  readonly numbers: readonly number[];
  readonly rest: number;
}

/** Encodes a record's frequencies. Returns undefined if there are too many for a record of this length. */
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

/** Constant part of a term's divisor in the BM25 formula. A search with another base gets upper bounds. */
export const BASE = BM25_K1 * (1 - BM25_B);

/** Returns the length that the server's score uses for a frequency. */
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
