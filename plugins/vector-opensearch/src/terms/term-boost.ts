import { type LengthWeight, MOST_TOLD_FREQUENCY, type WeightedTerm } from "@quarry/plugin";
import { BASE, READ_NUMBER, scoredLength } from "./term-number.ts";

/**
 * Bits of the slope. The server's score has one input other than the record: a query's boost, a 32-bit float. Its bits
 * encode a term's weight, relative to the largest weight, and the slope. Both are rounded so that no score is too low,
 * and none too high by more than two ten-thousandths. The sign bit, NaN, infinity and subnormal patterns are not used.
 */
const SLOPE_BITS = 17;
const MANTISSA_BITS = 13;
const LOWEST = 0x00_80_00_00 >>> SLOPE_BITS;
const HIGHEST_WEIGHT = (0x7f_80_00_00 >>> SLOPE_BITS) - 1 - LOWEST;
/** Exponents of a slope end below 2. */
const EXPONENTS = 1 << (SLOPE_BITS - MANTISSA_BITS);
const SLOPE_SCALE = MANTISSA_BITS + EXPONENTS - 1;
const ONE = 1 << MANTISSA_BITS;

/** Weight for which the score is the frequency. */
const NO_WEIGHT = 0;

/** Similarity script of the server's field. */
export const SIMILARITY_SCRIPT = [
  READ_NUMBER,
  "int b = Float.floatToIntBits(query.boost)",
  `int w = (b >>> ${SLOPE_BITS}) - ${LOWEST}`,
  `int c = b & ${(1 << SLOPE_BITS) - 1}`,
  `double s = c == 0 ? 0 : (${ONE} | (c & ${ONE - 1})) / (double) (1L << (${SLOPE_SCALE} - (c >>> ${MANTISSA_BITS})))`,
  `return w <= ${NO_WEIGHT} ? f : f >= ${MOST_TOLD_FREQUENCY} ? w : w * (double) f / (f + ${BASE} + s * l)`,
].join("; ");

const BITS = new DataView(new ArrayBuffer(4));

const boostOf = (weight: number, slopeCode: number): number => {
  BITS.setInt32(0, ((weight + LOWEST) << SLOPE_BITS) | slopeCode);
  return BITS.getFloat32(0);
};

/** Boost for which the score is the frequency of the term in the record. */
export const FREQUENCY_BOOST = boostOf(NO_WEIGHT, 0);

/** Returns the highest code whose slope does not exceed this one. */
const slopeCodeOf = (slope: number): number => {
  if (slope < 2 ** (MANTISSA_BITS - SLOPE_SCALE)) return 0;
  const exponent = Math.min(EXPONENTS - 1, Math.floor(Math.log2(slope)) + SLOPE_SCALE - MANTISSA_BITS);
  const mantissa = Math.min(2 * ONE - 1, Math.floor(slope * 2 ** (SLOPE_SCALE - exponent)));
  // The logarithm may be rounded to a higher exponent.
  return mantissa < ONE
    ? slopeCodeOf(slope * (1 - Number.EPSILON))
    : (exponent << MANTISSA_BITS) | (mantissa & (ONE - 1));
};

const slopeOf = (code: number): number =>
  code === 0 ? 0 : (ONE | (code & (ONE - 1))) / 2 ** (SLOPE_SCALE - (code >>> MANTISSA_BITS));

/** Limit up to which 24-bit scores reliably distinguish consecutive frequencies. */
const MOST_BLUR = 2 ** 22;

/** Encodes the boosts of scores that the server computes instead of exact ones. */
export class TermBoosts {
  /** Factor that converts the server's scores to upper bounds of the exact scores. */
  readonly unit: number;
  readonly #weightUnit: number;
  readonly #slopeCode: number;
  readonly #slope: number;

  constructor(terms: readonly WeightedTerm[], { base, slope }: LengthWeight) {
    const heaviest = terms.reduce((most, { weight }) => Math.max(most, weight), 0);
    this.#weightUnit = heaviest / HIGHEST_WEIGHT;
    // A smaller base raises scores, most of all if the other summands are small.
    this.unit = this.#weightUnit * Math.max(1, (1 + BASE) / (1 + base));
    this.#slopeCode = slopeCodeOf(slope);
    this.#slope = slopeOf(this.#slopeCode);
  }

  of({ weight }: WeightedTerm): number {
    return boostOf(this.#weightOf(weight), this.#slopeCode);
  }

  /** Returns the frequency of the term in a record with this score; the highest if it can't be determined. */
  frequencyOf(score: number, { weight }: WeightedTerm, length: number): number {
    const share = score / this.#weightOf(weight);
    if (share >= 1) return MOST_TOLD_FREQUENCY;
    let frequency = 0;
    // For high frequencies another length counts.
    for (let times = 0; times < 2; times++) {
      const rest = BASE + this.#slope * scoredLength(frequency, length);
      frequency = Math.round((share * rest) / (1 - share));
      if ((frequency + rest) ** 2 / rest > MOST_BLUR) return MOST_TOLD_FREQUENCY;
    }
    return frequency;
  }

  #weightOf(weight: number): number {
    return Math.min(HIGHEST_WEIGHT, Math.ceil(weight / this.#weightUnit));
  }
}
