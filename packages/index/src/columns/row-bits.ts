const BITS_PER_WORD = 32;
const WORD_SHIFT = 5;
const LAST_BIT = 31;
const ALL = 0xffff_ffff;

/** Words that hold a bit for each of so many rows. */
export const wordsFor = (rows: number): number => Math.ceil(rows / BITS_PER_WORD);

/** A set of rows: a bit for each, 125 KB for a million. */
export class RowBits {
  words: Uint32Array;

  constructor(words: Uint32Array = new Uint32Array(BITS_PER_WORD)) {
    this.words = words;
  }

  has(row: number): boolean {
    return ((this.words[row >>> WORD_SHIFT]! >>> (row & LAST_BIT)) & 1) === 1;
  }

  add(row: number): void {
    if (row >>> WORD_SHIFT >= this.words.length) this.reserve(row + 1);
    this.words[row >>> WORD_SHIFT]! |= 1 << (row & LAST_BIT);
  }

  delete(row: number): void {
    this.words[row >>> WORD_SHIFT]! &= ~(1 << (row & LAST_BIT));
  }

  /** Makes room for so many rows and for some more, as sets grow row by row. */
  reserve(rows: number): void {
    if (wordsFor(rows) <= this.words.length) return;
    const larger = new Uint32Array(Math.max(wordsFor(rows), this.words.length * 2));
    larger.set(this.words);
    this.words = larger;
  }

  /** Rows that are in both. */
  and({ words: others }: RowBits): RowBits {
    const words = this.words.slice();
    for (let i = 0; i < words.length; i += 1) words[i]! &= others[i] ?? 0;
    return new RowBits(words);
  }

  get count(): number {
    const { words } = this;
    let count = 0;
    // By number: an iterator takes six times as long.
    for (let at = 0; at < words.length; at += 1) count += bitsIn(words[at]!);
    return count;
  }

  /** Writes the first rows from one on, up to but not including another, into an array; gives how many there are in it. */
  take(into: Int32Array, from: number, to: number): number {
    const { words } = this;
    const end = Math.min(words.length, wordsFor(to));
    let taken = 0;
    for (let at = from >>> WORD_SHIFT; at < end; at += 1) {
      let word = words[at]!;
      if (at === from >>> WORD_SHIFT) word &= ALL << (from & LAST_BIT);
      for (; word !== 0; word &= word - 1) {
        const row = (at << WORD_SHIFT) + LAST_BIT - Math.clz32(word & -word);
        if (row >= to || taken === into.length) return taken;
        into[taken] = row;
        taken += 1;
      }
    }
    return taken;
  }
}

const bitsIn = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
};
