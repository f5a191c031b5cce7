import type { CountedWord } from "../postings/word-entries.ts";
import { isNear } from "./near-text.ts";

/** Letters are told apart by their lowest bits: those of the Latin alphabet all differ. */
const LETTER_BITS = 31;

/** The set of a word's letters, as bits. */
export const letterSet = (word: string): number => {
  let set = 0;
  for (let index = 0; index < word.length; index++) set |= 1 << (word.charCodeAt(index) & LETTER_BITS);
  return set;
};

/** The bits that are left when up to `count` are taken out. */
const bitsBeyond = (bits: number, count: number): number => {
  let left = bits;
  for (let taken = 0; taken < count; taken++) left &= left - 1;
  return left;
};

/** A word as its UTF-16 units. */
export const unitsOf = (word: string): Uint16Array => {
  const units = new Uint16Array(word.length);
  for (let index = 0; index < units.length; index++) units[index] = word.charCodeAt(index);
  return units;
};

/**
 * The words of one segment, packed: some 25 bytes each. They are sorted by length, so that a look for words that are like another
 * one passes over those that can't be, and each has the set of its letters beside it, which rules out all but a few of the rest.
 */
export class WordList {
  /** Memory in bytes, about. */
  readonly byteLength: number;
  readonly #text: Uint16Array;
  /** By word, in the order of length; `#starts` has one more, the end. */
  readonly #starts: Uint32Array;
  readonly #sets: Int32Array;
  readonly #counts: Uint32Array;
  /** By length, the first word that is as long or longer. */
  readonly #firstOfLength: readonly number[];

  constructor(words: readonly CountedWord[]) {
    const sorted = words.toSorted((a, b) => a.word.length - b.word.length);
    this.#text = new Uint16Array(sorted.reduce((sum, { word }) => sum + word.length, 0));
    this.#starts = new Uint32Array(sorted.length + 1);
    this.#sets = new Int32Array(sorted.length);
    this.#counts = new Uint32Array(sorted.length);
    const firstOfLength: number[] = [];
    let end = 0;
    for (const [index, { word, count }] of sorted.entries()) {
      while (firstOfLength.length <= word.length) firstOfLength.push(index);
      for (let at = 0; at < word.length; at++) this.#text[end++] = word.charCodeAt(at);
      this.#starts[index + 1] = end;
      this.#sets[index] = letterSet(word);
      this.#counts[index] = count;
    }
    this.#firstOfLength = firstOfLength;
    this.byteLength = this.#text.byteLength + sorted.length * 12;
  }

  /** Calls `visit` for each word that is `limit` edits or fewer away from `word`. */
  forEachNear(word: string, limit: number, visit: (word: string, count: number) => void): void {
    const units = unitsOf(word);
    const set = letterSet(word);
    for (let length = Math.max(1, word.length - limit); length <= word.length + limit; length++) {
      // Of the edits, those that make it longer take no letter away, and those that make it shorter bring none.
      const mostGone = limit - Math.max(0, length - word.length);
      const mostNew = limit - Math.max(0, word.length - length);
      const end = this.#first(length + 1);
      for (let index = this.#first(length); index < end; index++) {
        const other = this.#sets[index]!;
        if (bitsBeyond(set & ~other, mostGone) !== 0 || bitsBeyond(other & ~set, mostNew) !== 0) continue;
        const start = this.#starts[index]!;
        if (isNear(units, 0, units.length, this.#text, start, start + length, limit)) {
          visit(this.#word(index), this.#counts[index]!);
        }
      }
    }
  }

  #first(length: number): number {
    return this.#firstOfLength[Math.max(0, length)] ?? this.#sets.length;
  }

  #word(index: number): string {
    return String.fromCharCode(...this.#text.subarray(this.#starts[index]!, this.#starts[index + 1]!));
  }
}
