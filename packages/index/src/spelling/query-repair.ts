import { type SpelledQuery, type SpelledWord, spelledWords, wordTerm } from "@quarry/text";
import { closeWords, likeliestWord, maxEdits } from "./close-words.ts";
import type { WordList } from "./word-list.ts";

/** A query word that the collection doesn't contain, and the word of the collection that replaces it. */
export interface WordRepair {
  /** Word in lower case, without accents. */
  readonly word: string;
  readonly replacement: string;
}

export interface RepairedQuery {
  /** Corrected query, or the query itself without corrections. */
  readonly query: string;
  /** Corrections in the order of the query. */
  readonly repairs: readonly WordRepair[];
}

/** Returns the current number of passages that contain a term. */
export type FrequencyOf = (term: string) => number;

/** Similar words of the collection for each unknown word. */
export type Candidates = ReadonlyMap<string, readonly string[]>;

/**
 * Maximum number of unknown words looked up, from the beginning of the query. A query with more is not a question, and
 * each lookup scans all words.
 */
const MAX_UNKNOWN_WORDS = 8;
/** Maximum number of edits that are tried. */
const MAX_EDITS = 2;

/**
 * Spelling correction of one query, in steps. In between, the caller reads the data that they need: for each number in
 * `EDITS`, it calls `candidates`, then `settle` with the frequencies of their terms.
 */
export class QueryRepair {
  static readonly EDITS: readonly number[] = Array.from({ length: MAX_EDITS }, (_, index) => index + 1);

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

  /** Returns the unsettled words that can be `edits` edits away from their correction. */
  open(edits: number): readonly string[] {
    const open = this.#unknown.filter(({ word }) => !this.#replacements.has(word) && edits <= maxEdits(word));
    return [...new Set(open.map(({ word }) => word))];
  }

  /** Settles the words that have a candidate which occurs in some passage. */
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

/** Returns the index terms of all candidates. */
export const candidateTerms = (candidates: Candidates): readonly string[] =>
  [...candidates.values()].flatMap((words) => words.map(wordTerm));
