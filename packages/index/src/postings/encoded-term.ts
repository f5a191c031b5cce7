/** A term of a block, as UTF-8 bytes. */
export interface EncodedTerm {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * First byte from which UTF-8 sequences encode characters above the UTF-16 surrogates. From `FIRST_OF_PAIR` on, they
 * encode characters that are surrogate pairs in UTF-16.
 */
const ABOVE_SURROGATES = 0xee;
const FIRST_OF_PAIR = 0xf0;

/**
 * Compares two terms in the order of `<`, with a result below, at or above 0. This is UTF-16 order, in which surrogate
 * pairs sort before U+E000 to U+FFFF; in UTF-8 they sort after them.
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
