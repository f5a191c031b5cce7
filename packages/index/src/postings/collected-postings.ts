import { grown } from "../grown.ts";
import { writePosting } from "./posting-list.ts";
import { ByteWriter } from "./varint.ts";

const FIRST_CAPACITY = 1_024;
const NONE = -1;

/**
 * The postings of one transaction's terms, in the order in which they came: one list for all terms, in which each posting
 * says where the one before it of its term stands. A thousand passages have some twenty thousand terms and ten times as
 * many postings; a list for each term would cost more than all else that is done with them.
 */
export class CollectedPostings {
  readonly #numbers = new Map<string, number>();
  /** By the number of a term: its last posting. */
  readonly #last: number[] = [];
  #count = 0;
  #ordinals = new Int32Array(FIRST_CAPACITY);
  #frequencies = new Int32Array(FIRST_CAPACITY);
  #previous = new Int32Array(FIRST_CAPACITY);

  /** A term of a passage, once for each time that it is there. Passages come in the order of their ordinals. */
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

  /** Gives each term with its postings, in the order of `<`; their bytes are reused for the next. */
  writeInOrder(write: (term: string, count: number, postings: ByteWriter) => void): void {
    const writer = new ByteWriter();
    const positions: number[] = [];
    for (const term of [...this.#numbers.keys()].sort()) {
      let count = 0;
      for (let at = this.#last[this.#numbers.get(term)!]!; at !== NONE; at = this.#previous[at]!)
        positions[count++] = at;
      writer.clear();
      let before = -1;
      for (let index = count - 1; index >= 0; index -= 1) {
        const position = positions[index]!;
        const ordinal = this.#ordinals[position]!;
        writePosting(writer, before, ordinal, this.#frequencies[position]!);
        before = ordinal;
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
