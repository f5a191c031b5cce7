import { murmur3 } from "@quarry/text";

/** Half a megabyte; of a million terms, one in five that are not there seems to be. */
const BITS = 2 ** 22;

/** Remembers terms in little memory: what was added is there, what was not mostly isn't. */
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
