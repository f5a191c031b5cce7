import { type EnglishWordTable, NEAREST } from "./read-english-words.ts";

/** A word that may stand in a text in place of another. */
export interface NearTerm {
  readonly term: string;
  /** Above 0 and up to 1. */
  readonly strength: number;
}

/** Factor of Zipf's law: every tenth of a chunk's words is about as frequent as its rank makes likely. */
const WORDS_PER_TEXT_AND_PLACE = 10;
/** Stop words are more frequent than all others, and not among them. */
const STOP_WORDS_BEFORE = 30;
const MOST_COMMON = 0.5;

/**
 * Strength of each similarity of the table. Below 1 for the power: lists of near words are short, and one far down is still
 * meant more often than not (README).
 */
const STRENGTHS = Float64Array.from({ length: NEAREST + 1 }, (_, similarity) => (similarity / NEAREST) ** 0.8);

/** Dictionary of English words, independent of any collection: their near words, and how common they are. */
export class EnglishWords {
  readonly #table: EnglishWordTable;
  readonly #terms: readonly string[];
  readonly #places = new Map<string, number>();

  constructor(table: EnglishWordTable) {
    this.#table = table;
    this.#terms = table.terms.split("\n");
    // Where the analyzer makes one term of two words, the more frequent one speaks for both.
    for (const [index, term] of this.#terms.entries()) if (!this.#places.has(term)) this.#places.set(term, index);
  }

  has(term: string): boolean {
    return this.#places.has(term);
  }

  /** The words nearest to a term's, the nearest first; none where it is not known. */
  near(term: string): readonly NearTerm[] {
    const place = this.#places.get(term);
    if (place === undefined) return [];
    const { starts, near, strengths } = this.#table;
    return Array.from(near.subarray(starts[place], starts[place + 1]), (other, at) => ({
      term: this.#terms[other]!,
      strength: STRENGTHS[strengths[starts[place]! + at]!]!,
    }));
  }

  /** The share of English texts, of a chunk's length, that hold a term; 0 where it is not known. */
  commonness(term: string): number {
    const place = this.#places.get(term);
    if (place === undefined) return 0;
    return Math.min(MOST_COMMON, WORDS_PER_TEXT_AND_PLACE / (place + STOP_WORDS_BEFORE));
  }
}
