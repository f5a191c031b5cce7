/** Returns a deterministic random number generator (mulberry32) with values in [0, 1). */
export const randomNumbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Texts whose word frequencies follow Zipf's law, as in natural language: rank r has weight 1 / r^exponent. */
export class ZipfTexts {
  readonly #random: () => number;
  readonly #cumulative: Float64Array;

  constructor(seed: number, vocabulary = 50_000, exponent = 1.07) {
    this.#random = randomNumbers(seed);
    this.#cumulative = new Float64Array(vocabulary);
    let sum = 0;
    for (let rank = 0; rank < vocabulary; rank++) this.#cumulative[rank] = sum += 1 / (rank + 1) ** exponent;
  }

  text(words: number): string {
    return Array.from({ length: words }, () => wordOf(this.#rank())).join(" ");
  }

  /** Returns words of ranks from `lowest` to `highest`. */
  query(words: number, lowest: number, highest: number): string {
    return Array.from({ length: words }, () => wordOf(lowest + Math.floor(this.#random() * (highest - lowest)))).join(
      " ",
    );
  }

  #rank(): number {
    const wanted = this.#random() * this.#cumulative.at(-1)!;
    let low = 0;
    let high = this.#cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#cumulative[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const LETTERS = "bcdfghjklmnpqrtvwz";
const VOWELS = "aeiou";

/** Returns a pronounceable word for a rank: no stop word, no common ending. */
const wordOf = (rank: number): string => {
  let word = "x";
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / 90)) {
    word += LETTERS[rest % 18]! + VOWELS[Math.floor(rest / 18) % 5]!;
  }
  return `${word}k`;
};
