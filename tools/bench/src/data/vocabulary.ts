import { randomFrom } from "./random.ts";

const SYLLABLES =
  "ra ten mo lis ver cor dan pel sti gra no ber lum tra con vi ser mar te lo fin dor pra nel ca ris tum bo len sha".split(
    " ",
  );
const ENDINGS = ["", "", "s", "ing", "ed", "er", "ion", "ly"];

/** How fast the frequency of words falls with their rank in English text (Zipf's law), about. */
const EXPONENT = 1.07;

/** Made-up words by rank: the first is the most frequent. Pronounceable, so that stemming has something to do. */
export class Vocabulary {
  readonly words: readonly string[];
  /** Share of all text that the words up to each rank make up. */
  readonly #cumulative: Float64Array;

  constructor(size: number, seed: number) {
    const random = randomFrom(seed);
    const words = new Set<string>();
    while (words.size < size) words.add(makeWord(random, words.size));
    this.words = [...words];
    this.#cumulative = new Float64Array(size);
    let sum = 0;
    for (let rank = 0; rank < size; rank += 1) this.#cumulative[rank] = sum += (rank + 2) ** -EXPONENT;
    for (let rank = 0; rank < size; rank += 1) this.#cumulative[rank]! /= sum;
  }

  /** A word as it stands in running text. */
  draw(random: () => number): string {
    const share = random();
    let low = 0;
    let high = this.words.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#cumulative[middle]! < share) low = middle + 1;
      else high = middle;
    }
    return this.words[low]!;
  }

  /** A word of a rank in `[from, to)`, all as likely. */
  ofRank(from: number, to: number, random: () => number): string {
    return this.words[from + Math.floor(random() * (to - from))]!;
  }
}

const pick = <Item>(items: readonly Item[], random: () => number): Item => items[Math.floor(random() * items.length)]!;

/** Frequent words are short, as in every language. */
const makeWord = (random: () => number, rank: number): string => {
  const syllables = rank < 200 ? 1 + Math.floor(random() * 2) : 2 + Math.floor(random() * 3);
  let word = "";
  for (let index = 0; index < syllables; index += 1) word += pick(SYLLABLES, random);
  return word + pick(ENDINGS, random);
};
