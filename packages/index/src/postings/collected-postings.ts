import { grown } from "../grown.ts";
import { writePosting } from "./posting-list.ts";
import { ByteWriter } from "./varint.ts";

const FIRST_CAPACITY = 1_024;
const NONE = -1;

/**
 * Postings of all terms of one transaction, in order of arrival: one array for all terms, in which each posting links
 * to the previous one of its term. A thousand passages have some twenty thousand terms and ten times as many postings,
 * and a separate list for each term would cost more than all other processing.
 */
export class CollectedPostings {
  readonly #numbers = new Map<string, number>();
  /** Position of the last posting of each term, by term number. */
  readonly #last: number[] = [];
  #count = 0;
  #ordinals = new Int32Array(FIRST_CAPACITY);
  #frequencies = new Int32Array(FIRST_CAPACITY);
  #previous = new Int32Array(FIRST_CAPACITY);

  /** Adds one occurrence of a term in a passage. Passages must arrive in order of their ordinals. */
  add(term: string, ordinal: number): void {
    const number = this.#numbers.get(term);
    const last = number === undefined ? NONE : this.#last[number]!;
    if (last !== NONE && this.#ordinals[last] === ordinal) {
      this.#frequencies[last]! += 1;
      return;
    }
    if (this.#count === this.#ordinals.length) this.#grow();
    this.#ordinals[this.#count] = ordinal;
    this.#frequencies[this.#count] = 1;
    this.#previous[this.#count] = last;
    if (number === undefined) {
      this.#numbers.set(term, this.#last.length);
      this.#last.push(this.#count);
    } else this.#last[number] = this.#count;
    this.#count += 1;
  }

  /**
   * Calls `write` with each term and its encoded postings, in the order of `<`. The bytes are reused for the next term.
   */
  writeInOrder(write: (term: string, count: number, postings: ByteWriter) => void): void {
    const writer = new ByteWriter();
    const positions: number[] = [];
    for (const term of [...this.#numbers.keys()].sort()) {
      let count = 0;
      for (let at = this.#last[this.#numbers.get(term)!]!; at !== NONE; at = this.#previous[at]!)
        positions[count++] = at;
      writer.clear();
      let previousOrdinal = -1;
      for (let index = count - 1; index >= 0; index -= 1) {
        const position = positions[index]!;
        const ordinal = this.#ordinals[position]!;
        writePosting(writer, previousOrdinal, ordinal, this.#frequencies[position]!);
        previousOrdinal = ordinal;
      }
      write(term, count, writer);
    }
  }

  #grow(): void {
    this.#ordinals = grown(this.#ordinals, this.#ordinals.length * 2);
    this.#frequencies = grown(this.#frequencies, this.#frequencies.length * 2);
    this.#previous = grown(this.#previous, this.#previous.length * 2);
  }
}
