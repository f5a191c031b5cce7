import { type EnglishWordTable, NEAREST } from "./read-english-words.ts";

/** A word that a text may use instead of another. */
export interface NearTerm {
  readonly term: string;
  /** Above 0 and up to 1. */
  readonly strength: number;
}

/** Factor of Zipf's law: among ten words of a chunk, one has about the frequency that its rank predicts. */
const WORDS_PER_TEXT_AND_PLACE = 10;
/** Rank offset: stop words are more frequent than all words of the dictionary, which excludes them. */
const STOP_WORDS_BEFORE = 30;
const MOST_COMMON = 0.5;

/**
 * Strength for each similarity of the table. The exponent is below 1, because lists of near words are short and even
 * the last ones are more often relevant than not (README).
 */
const STRENGTHS = Float64Array.from({ length: NEAREST + 1 }, (_, similarity) => (similarity / NEAREST) ** 0.8);

/** Dictionary of English words, independent of any collection: their near words and their frequencies. */
export class EnglishWords {
  readonly #table: EnglishWordTable;
  readonly #terms: readonly string[];
  readonly #places = new Map<string, number>();

  constructor(table: EnglishWordTable) {
    this.#table = table;
    this.#terms = table.terms.split("\n");
    // If the analyzer maps two words to one term, the more frequent one represents both.
    for (const [index, term] of this.#terms.entries()) if (!this.#places.has(term)) this.#places.set(term, index);
  }

  has(term: string): boolean {
    return this.#places.has(term);
  }

  /** Returns the words nearest to a term's word, the nearest first; none for an unknown term. */
  near(term: string): readonly NearTerm[] {
    const place = this.#places.get(term);
    if (place === undefined) return [];
    const { starts, near, strengths } = this.#table;
    return Array.from(near.subarray(starts[place], starts[place + 1]), (other, at) => ({
      term: this.#terms[other]!,
      strength: STRENGTHS[strengths[starts[place]! + at]!]!,
    }));
  }

  /** Returns the share of chunk-sized English texts that contain a term; 0 for an unknown term. */
  commonness(term: string): number {
    const place = this.#places.get(term);
    if (place === undefined) return 0;
    return Math.min(MOST_COMMON, WORDS_PER_TEXT_AND_PLACE / (place + STOP_WORDS_BEFORE));
  }
}
