import { type SpelledQuery, type SpelledWord, spelledWords, wordTerm } from "@quarry/text";
import { likeliestWord, maxEdits } from "./close-words.ts";

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

/**
 * Maximum number of unknown words looked up, from the beginning of the query. A query with more is not a question, and
 * each lookup scans all words.
 */
const MAX_UNKNOWN_WORDS = 8;
/** Maximum number of edits that are tried. */
const MAX_EDITS = 2;

/**
 * Spelling correction of one query, in steps. In between, the caller reads the data that they need: for each number in
 * `EDITS`, it calls `settle` for each of the `open` words.
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

  /** Returns the unsettled words that can be `edits` edits away from their correction. */
  open(edits: number): readonly string[] {
    const open = this.#unknown.filter(({ word }) => !this.#replacements.has(word) && edits <= maxEdits(word));
    return [...new Set(open.map(({ word }) => word))];
  }

  /** Settles a word if one of the similar words of the collection occurs in some passage. */
  settle(word: string, close: readonly string[], frequencyOf: FrequencyOf): void {
    const replacement = likeliestWord(word, close, (candidate) => frequencyOf(wordTerm(candidate)));
    if (replacement !== undefined) this.#replacements.set(word, replacement);
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
