import { murmur3 } from "@quarry/text";

/** Number of bits: half a megabyte. With a million terms, the false positive rate is about one in five. */
const BITS = 2 ** 22;

/** Bloom filter of terms with one hash function. It has no false negatives and few false positives. */
export class TermFilter {
  readonly #bits = new Uint8Array(BITS / 8);

  add(term: string): void {
    const bit = murmur3(term) % BITS;
    this.#bits[bit >>> 3]! |= 1 << (bit & 7);
  }

  has(term: string): boolean {
    const bit = murmur3(term) % BITS;
    return (this.#bits[bit >>> 3]! & (1 << (bit & 7))) !== 0;
  }
}
