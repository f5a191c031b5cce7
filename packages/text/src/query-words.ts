import { queryTerms } from "./analyzer.ts";
import { normalizeText } from "./normalize-text.ts";
import { scan } from "./scan-words.ts";
import { type Spellings, spellingsOf } from "./spellings.ts";
import { wordTerm } from "./word-term.ts";

/** Maximum length of a divided word; longer words are data. */
const MAX_DIVIDED_LENGTH = 32;
const ONLY_DIGITS = /^\d{4,}$/;

/** Query in the form used by embedders that weight its terms. */
export interface QueryWords {
  /** Result of `queryTerms`. */
  readonly counts: ReadonlyMap<string, number>;
  readonly spellings: Spellings;
  /** Lower-case words by term; texts may contain them divided. */
  readonly undivided: ReadonlyMap<string, string>;
}

export function queryWords(query: string): QueryWords {
  const counts = queryTerms(query);
  const spellings = spellingsOf(query, counts.keys());
  const undivided = new Map<string, string>();
  scan(normalizeText(query), (term, word = term) => {
    if (counts.has(term) && spellings.has(term) && word.length <= MAX_DIVIDED_LENGTH) undivided.set(term, word);
  });
  return { counts, spellings, undivided };
}

/**
 * Returns the ways to divide a word, as terms: in two at every position, a negation into the part before its
 * apostrophe, and a number into its thousands.
 */
export function divisionsOf(word: string): readonly (readonly string[])[] {
  const inTwo: (readonly string[])[] = Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => [
    wordTerm(word.slice(0, at + 1)),
    wordTerm(word.slice(at + 1)),
  ]);
  // Texts contain `don't` as `don`.
  if (word.endsWith("nt")) inTwo.push([wordTerm(word.slice(0, -1))]);
  return ONLY_DIGITS.test(word) ? [thousandsOf(word), ...inTwo] : inTwo;
}

/** Splits `1234567` into `1`, `234`, `567`. */
function thousandsOf(digits: string): readonly string[] {
  const first = digits.length % 3;
  const groups = Array.from({ length: Math.floor(digits.length / 3) }, (_, at) => first + at * 3);
  return [...(first > 0 ? [digits.slice(0, first)] : []), ...groups.map((start) => digits.slice(start, start + 3))];
}
