import { type SpelledQuery, type SpelledWord, spelledWords, wordTerm } from "@quarry/text";
import { closeWords, likeliestWord, mostEdits } from "./close-words.ts";
import type { WordList } from "./word-list.ts";

/** A word of a query that the collection doesn't hold, and the one of the collection that was taken for it. */
export interface WordRepair {
  /** In lower case, without accents. */
  readonly word: string;
  readonly replacement: string;
}

export interface RepairedQuery {
  /** The query with its repairs; the query itself where there are none. */
  readonly query: string;
  /** In the order of the query. */
  readonly repairs: readonly WordRepair[];
}

/** Number of passages that hold a term now. */
export type FrequencyOf = (term: string) => number;

/** By unknown word, words of the collection that are close to it. */
export type Candidates = ReadonlyMap<string, readonly string[]>;

/** Unknown words that are looked up, the first of a query: what has more is no question, and each costs a walk over all words. */
const MAX_UNKNOWN_WORDS = 8;
/** Edits after which nothing is found any more. */
const MOST_EDITS = 2;

/**
 * The repair of one query, in steps between which its caller reads what they need: for each number in `EDITS` the
 * `candidates`, and then `settle` with the frequencies of their terms.
 */
export class QueryRepair {
  static readonly EDITS: readonly number[] = Array.from({ length: MOST_EDITS }, (_, index) => index + 1);

  readonly #spelled: SpelledQuery;
  readonly #query: string;
  readonly #unknown: readonly SpelledWord[];
  readonly #replacements = new Map<string, string>();

  constructor(query: string, frequencyOf: FrequencyOf) {
    this.#query = query;
    this.#spelled = spelledWords(query);
    const isUnknown = ({ terms }: SpelledWord): boolean => terms.every((term) => frequencyOf(term) === 0);
    this.#unknown = this.#spelled.words.filter(isUnknown).slice(0, MAX_UNKNOWN_WORDS);
  }

  /** Whether every word that can be corrected is known, or settled. */
  get isDone(): boolean {
    return this.#unknown.every(({ word }) => this.#replacements.has(word));
  }

  /** Returns candidate corrections of the unsettled words, up to `edits` edits away. */
  candidates(lists: readonly WordList[], edits: number): Candidates {
    return new Map(this.open(edits).map((word) => [word, closeWords(word, edits, lists)]));
  }

  /** The words that are not settled, of those that may be `edits` away from what was meant. */
  open(edits: number): readonly string[] {
    const open = this.#unknown.filter(({ word }) => !this.#replacements.has(word) && edits <= mostEdits(word));
    return [...new Set(open.map(({ word }) => word))];
  }

  /** Settles the words for which there is a candidate that passages hold. */
  settle(candidates: Candidates, frequencyOf: FrequencyOf): void {
    for (const [word, close] of candidates) {
      const replacement = likeliestWord(word, close, (candidate) => frequencyOf(wordTerm(candidate)));
      if (replacement !== undefined) this.#replacements.set(word, replacement);
    }
  }

  get result(): RepairedQuery {
    const { text } = this.#spelled;
    const repairs: WordRepair[] = [];
    let query = "";
    let copied = 0;
    for (const { word, start, end } of this.#unknown) {
      const replacement = this.#replacements.get(word);
      if (replacement === undefined) continue;
      query += text.slice(copied, start) + replacement;
      copied = end;
      repairs.push({ word, replacement });
    }
    return repairs.length === 0 ? { query: this.#query, repairs } : { query: query + text.slice(copied), repairs };
  }
}

/** The index terms of all candidates. */
export const candidateTerms = (candidates: Candidates): readonly string[] =>
  [...candidates.values()].flatMap((words) => words.map(wordTerm));
