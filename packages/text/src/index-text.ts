import { dictionaryWord } from "./dictionary-word.ts";
import { isNumber } from "./number-term.ts";
import { otherSpelling } from "./other-spelling.ts";
import { scan } from "./scan-words.ts";
import { searchText } from "./search-text.ts";
import { STOP_TERMS } from "./stop-words.ts";
import { TextSpellings } from "./text-spellings.ts";
import { wholeCodes } from "./whole-codes.ts";
import { appendWordGrams } from "./word-grams.ts";

/**
 * Length of a number, relative to 1 for a word: for a query in words, a table of a hundred figures says no more than
 * its labels do, and must not count as a long text.
 */
const NUMBER_LENGTH = 0.25;

/** Text in the form of the keyword index. */
export interface IndexedText {
  /** Indexed terms: those of `analyze`, whole codes, and other spellings (`otherSpelling`). */
  readonly terms: string[];
  /**
   * Length for BM25, also used for the average: words (each once, however many terms or spellings it has), character
   * bigrams and grams. Excludes stop words, which make a text wordier but not more informative (Cranfield nDCG@10 rises
   * by .005). Four numbers count as one word.
   */
  readonly length: number;
}

/** Analyses a text for the index. Adds words that a query can misspell to `words`; see `dictionaryWord`. */
export function indexText(raw: string, words: Set<string>): IndexedText {
  const text = searchText(raw);
  const spelled: string[] = [];
  const terms: string[] = [];
  let length = 0;
  let numbers = 0;
  /** Whether the next term counts: the first term of a word, and each term of a run of characters. */
  let counts = true;
  let isRun = false;
  /** Index of the first term of a word with joiners; undefined for other text. */
  let compoundStart: number | undefined;
  const count = (term: string): void => {
    if (!counts || STOP_TERMS.has(term)) return;
    length++;
    if (isNumber(term)) numbers++;
    counts = isRun;
  };
  const spellings = new TextSpellings(text, (form, isWhole) => {
    spelled.push(otherSpelling(form));
    // `don't` has the same length as `dont`, though its part is a stop word.
    if (isWhole) count(form);
  });
  const add = (term: string, word?: string): void => {
    if (term === "") return;
    // The parts of `1.000.000` are one number, not repeated ones.
    if (compoundStart !== undefined && terms.includes(term, compoundStart)) return;
    terms.push(term);
    count(term);
    if (word === undefined || words.has(word)) return;
    const entry = dictionaryWord(word);
    if (entry !== "") words.add(entry);
  };
  scan(text, add, {
    word: (start, end, isCompound) => {
      counts = true;
      isRun = false;
      compoundStart = isCompound ? terms.length : undefined;
      spellings.word(start, end, isCompound);
    },
    run: (start, end) => {
      counts = true;
      isRun = true;
      compoundStart = undefined;
      spellings.run(start, end);
    },
  });
  const { blanks, numbers: dividedNumbers, repeated } = spellings.finish();
  const savedLength = (1 - NUMBER_LENGTH) * Math.max(0, numbers - dividedNumbers);
  length = Math.max(0, length - blanks - Math.floor(savedLength));
  leaveOut(repeated, terms);
  const wordCount = terms.length;
  appendWordGrams(terms);
  for (const { term } of wholeCodes(text)) terms.push(term);
  length += terms.length - wordCount;
  for (const term of spelled) terms.push(term);
  return { terms, length };
}

function leaveOut(repeated: ReadonlyMap<string, number>, terms: string[]): void {
  if (repeated.size === 0) return;
  const left = new Map(repeated);
  let retained = 0;
  for (const term of terms) {
    const count = left.get(term) ?? 0;
    if (count > 0) left.set(term, count - 1);
    else terms[retained++] = term;
  }
  terms.length = retained;
}
