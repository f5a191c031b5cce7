import { makePassage } from "./prose.ts";
import { randomFrom } from "./random.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What passages are about; each has words of its own, so that passages of one subject lie near each other. */
const SUBJECTS = 1_000;
const WORDS_PER_SUBJECT = 24;
/** Subjects' own words are neither in every passage nor known to no other. */
const OWN_RANKS = [1_000, 20_000] as const;
const SEED = 23;

/** Running text, a share of it about one of many subjects. */
export class SubjectPassages {
  readonly #vocabulary: Vocabulary;
  readonly #subjects: readonly (readonly string[])[];

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    const random = randomFrom(SEED);
    this.#subjects = Array.from({ length: SUBJECTS }, () =>
      Array.from({ length: WORDS_PER_SUBJECT }, () => vocabulary.ofRank(...OWN_RANKS, random)),
    );
  }

  /** A passage of about `words` words; every fourth sentence's worth of them is the subject's. */
  passage(subject: number, words: number, random: () => number): string {
    const own = Math.round(words / 4);
    const rest = makePassage(this.#vocabulary, words - own, random);
    return `${rest} ${this.#wordsOf(subject, own, random).join(" ")}.`;
  }

  /** What somebody looks for who knows the subject: some of its words and one that many passages have. */
  keywords(subject: number, count: number, random: () => number): string {
    return [this.#vocabulary.ofRank(20, 520, random), ...this.#wordsOf(subject, count - 1, random)].join(" ");
  }

  /** The same as a sentence: most words are everywhere. */
  question(subject: number, words: number, random: () => number): string {
    const everywhere = Array.from({ length: words - 3 }, () => this.#vocabulary.ofRank(0, 100, random));
    return [...everywhere, ...this.#wordsOf(subject, 3, random)].join(" ");
  }

  #wordsOf(subject: number, count: number, random: () => number): readonly string[] {
    const words = this.#subjects[subject % SUBJECTS]!;
    return Array.from({ length: count }, () => words[Math.floor(random() * words.length)]!);
  }
}
