/** A term of a block, in UTF-8. */
export interface EncodedTerm {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Bytes from here on begin characters above the surrogates of UTF-16, or, from `FIRST_OF_PAIR` on, those that are pairs of them. */
const ABOVE_SURROGATES = 0xee;
const FIRST_OF_PAIR = 0xf0;

/**
 * Below, at or above 0 as the one term comes before the other, is it, or comes behind it in the order of `<`. That is the
 * order of UTF-16, in which a pair of surrogates comes before U+E000 to U+FFFF; in UTF-8 it comes behind them.
 */
export const compareTerms = (a: EncodedTerm, b: EncodedTerm): number => {
  const { bytes, start } = a;
  const { bytes: otherBytes, start: otherStart } = b;
  const length = a.end - start;
  const otherLength = b.end - otherStart;
  const common = length < otherLength ? length : otherLength;
  for (let index = 0; index < common; index++) {
    const byte = bytes[start + index]!;
    const other = otherBytes[otherStart + index]!;
    if (byte === other) continue;
    const isPair = byte >= FIRST_OF_PAIR;
    if (byte >= ABOVE_SURROGATES && other >= ABOVE_SURROGATES && isPair !== other >= FIRST_OF_PAIR) {
      return isPair ? -1 : 1;
    }
    return byte - other;
  }
  return length - otherLength;
};
