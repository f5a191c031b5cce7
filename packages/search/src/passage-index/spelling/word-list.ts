import type { CountedWord } from "../postings/word-entries.ts";

/** Letters are told apart by their lowest bits: those of the Latin alphabet all differ. */
const LETTER_BITS = 31;

/** The set of a word's letters, as bits. */
export const letterSet = (word: string): number => {
  let set = 0;
  for (let index = 0; index < word.length; index++) set |= 1 << (word.charCodeAt(index) & LETTER_BITS);
  return set;
};

/** Number of bits that are set. */
const bitCount = (bits: number): number => {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
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

  /** Calls `visit` for each word that may be `limit` edits or fewer away from `word`, and for some that are more. */
  forEachNear(word: string, limit: number, visit: (word: string, count: number) => void): void {
    const set = letterSet(word);
    const end = this.#first(word.length + limit + 1);
    for (let index = this.#first(word.length - limit); index < end; index++) {
      // An edit takes at most one letter away and brings at most one.
      if (bitCount(this.#sets[index]! ^ set) > 2 * limit) continue;
      visit(this.#word(index), this.#counts[index]!);
    }
  }

  #first(length: number): number {
    return this.#firstOfLength[Math.max(0, length)] ?? this.#sets.length;
  }

  #word(index: number): string {
    return String.fromCharCode(...this.#text.subarray(this.#starts[index]!, this.#starts[index + 1]!));
  }
}
