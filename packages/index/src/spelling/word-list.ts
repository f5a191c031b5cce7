import { isNear } from "./near-text.ts";

/** Letters are distinguished by their lowest bits: those of the Latin alphabet are all different. */
const LETTER_BITS = 31;

/** Returns the set of a word's letters as a bitmap. */
export const letterSet = (word: string): number => {
  let set = 0;
  for (let index = 0; index < word.length; index++) set |= 1 << (word.charCodeAt(index) & LETTER_BITS);
  return set;
};

/** Removes up to `count` bits and returns the remaining ones. */
const clearLowestBits = (bits: number, count: number): number => {
  let left = bits;
  for (let taken = 0; taken < count; taken++) left &= left - 1;
  return left;
};

/** Returns a word as UTF-16 units. */
export const unitsOf = (word: string): Uint16Array => {
  const units = new Uint16Array(word.length);
  for (let index = 0; index < units.length; index++) units[index] = word.charCodeAt(index);
  return units;
};

/** A dictionary word, and the number of passages that contained it when they were written. */
export interface CountedWord {
  readonly word: string;
  readonly count: number;
}

/**
 * Packed words of one segment: some 25 bytes each. They are sorted by length, so a search for similar words skips those
 * of other lengths. Each word has a bitmap of its letters, which excludes all but a few of the rest.
 */
export class WordList {
  /** Approximate memory in bytes. */
  readonly byteLength: number;
  readonly #text: Uint16Array;
  /** Start of each word in `#text`, in order of length. `#starts` has one more entry, the end. */
  readonly #starts: Uint32Array;
  readonly #sets: Int32Array;
  readonly #counts: Uint32Array;
  /** Index of the first word with at least each length. */
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

  /** Calls `visit` for each word within `limit` edits of `word`. */
  forEachNear(word: string, limit: number, visit: (word: string, count: number) => void): void {
    const units = unitsOf(word);
    const set = letterSet(word);
    for (let length = Math.max(1, word.length - limit); length <= word.length + limit; length++) {
      // Insertions remove no letter, and deletions add none.
      const maxRemoved = limit - Math.max(0, length - word.length);
      const maxAdded = limit - Math.max(0, word.length - length);
      const end = this.#first(length + 1);
      for (let index = this.#first(length); index < end; index++) {
        const other = this.#sets[index]!;
        if (clearLowestBits(set & ~other, maxRemoved) !== 0 || clearLowestBits(other & ~set, maxAdded) !== 0) continue;
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
