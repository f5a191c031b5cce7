import { Random } from "./random.ts";

const SYLLABLES =
  "ra ten mo lis ver cor dan pel sti gra no ber lum tra con vi ser mar te lo fin dor pra nel ca ris tum bo len sha".split(
    " ",
  );
const ENDINGS = ["", "", "s", "ing", "ed", "er", "ion", "ly"];
/** Approximate number of distinct words in common use in a large English corpus. */
const VOCABULARY_SIZE = 50_000;
/** Exponent of Zipf's law, approximately that of English: how fast the frequency of words falls with their rank. */
const EXPONENT = 1.07;
const WORDS_PER_PARAGRAPH = 90;
const PARAGRAPHS_PER_SECTION = 6;
/** Number of subjects of passages. Each has its own words, so that passages of one subject are near each other. */
const SUBJECTS = 1_000;
const WORDS_PER_SUBJECT = 24;

/** Ranks of words: those in nearly every passage, those in many, and those in few. */
export const EVERYWHERE = [0, 20] as const;
export const COMMON = [20, 520] as const;
export const RARE = [2_000, 20_000] as const;

/** Generated text with a realistic distribution of word frequencies; always the same vocabulary. */
class Words {
  /** Words by rank, the most frequent first. Pronounceable, so that stemming has an effect. */
  readonly #words: readonly string[];
  /** Cumulative share of all text up to each rank. */
  readonly #cumulative = new Float64Array(VOCABULARY_SIZE);
  readonly #subjects: readonly (readonly string[])[];

  constructor() {
    const random = new Random(7);
    const words = new Set<string>();
    while (words.size < VOCABULARY_SIZE) words.add(madeUpWord(random, words.size));
    this.#words = [...words];
    let sum = 0;
    for (let rank = 0; rank < VOCABULARY_SIZE; rank += 1) this.#cumulative[rank] = sum += (rank + 2) ** -EXPONENT;
    for (let rank = 0; rank < VOCABULARY_SIZE; rank += 1) this.#cumulative[rank]! /= sum;
    this.#subjects = Array.from({ length: SUBJECTS }, () =>
      Array.from({ length: WORDS_PER_SUBJECT }, () => this.ofRank([1_000, 20_000], random)),
    );
  }

  /** Returns a random word by its frequency in running text. */
  draw(random: Random): string {
    const share = random.next();
    let [low, high] = [0, VOCABULARY_SIZE - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#cumulative[middle]! < share) low = middle + 1;
      else high = middle;
    }
    return this.#words[low]!;
  }

  /** Returns this number of words, separated by spaces. */
  some(count: number, random: Random): string {
    return Array.from({ length: count }, () => this.draw(random)).join(" ");
  }

  /** Returns a word of a rank in `[from, to)`, with equal probability. */
  ofRank([from, to]: readonly [from: number, to: number], random: Random): string {
    return this.#words[random.between(from, to - 1)]!;
  }

  /** Returns sentences of 8 to 20 words, about `words` in total. */
  passage(words: number, random: Random): string {
    const sentences: string[] = [];
    for (let left = words; left > 0;) {
      const length = Math.min(left, random.between(8, 20));
      const sentence = this.some(length, random);
      sentences.push(`${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`);
      left -= length;
    }
    return sentences.join(" ");
  }

  /** Returns a Markdown document of about `characters` characters, with a heading before every few paragraphs. */
  document(characters: number, seed: number): string {
    const random = new Random(seed);
    const parts: string[] = [];
    for (let length = 0, index = 0; length < characters; index += 1) {
      if (index % PARAGRAPHS_PER_SECTION === 0) parts.push(`## ${this.passage(4, random).slice(0, -1)}`);
      const paragraph = this.passage(WORDS_PER_PARAGRAPH, random);
      parts.push(paragraph);
      length += paragraph.length + 2;
    }
    return `${parts.join("\n\n")}\n`;
  }

  /** Returns a passage of about `words` words, every fourth of them specific to its subject. */
  about(subject: number, words: number, random: Random): string {
    const own = Math.round(words / 4);
    return `${this.passage(words - own, random)} ${this.#ofSubject(subject, own, random)}.`;
  }

  /** Returns a realistic keyword query on a subject: some of its words, and one that many passages contain. */
  keywords(subject: number, count: number, random: Random): string {
    return `${this.ofRank(COMMON, random)} ${this.#ofSubject(subject, count - 1, random)}`;
  }

  /** Returns a question on a subject: most of its words occur everywhere. */
  question(subject: number, count: number, random: Random): string {
    const everywhere = Array.from({ length: count - 3 }, () => this.ofRank([0, 100], random));
    return `${everywhere.join(" ")} ${this.#ofSubject(subject, 3, random)}`;
  }

  #ofSubject(subject: number, count: number, random: Random): string {
    return Array.from({ length: count }, () => random.pick(this.#subjects[subject % SUBJECTS]!)).join(" ");
  }
}

/** Frequent words are short, as in natural languages. */
const madeUpWord = (random: Random, rank: number): string => {
  const syllables = rank < 200 ? random.between(1, 2) : random.between(2, 4);
  return Array.from({ length: syllables }, () => random.pick(SYLLABLES)).join("") + random.pick(ENDINGS);
};

let made: Words | undefined;

/** Created at the first call, which takes a tenth of a second. */
export const madeUpWords = (): Words => (made ??= new Words());
