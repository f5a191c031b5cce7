import { analyzeWords, wholeTerms } from "./analyzer.ts";
import { classAt, OTHER, UNSEGMENTED, WORD } from "./character-classes.ts";
import type { TextRange } from "./characters.ts";
import { foldAccents } from "./fold.ts";
import { searchText } from "./search-text.ts";
import { wordTerm } from "./word-term.ts";

const NON_ASCII = /[\u0080-\uffff]/;
const BETWEEN_ASCII_WORDS = /[^a-z0-9]+/g;
/**
 * Minimum length of a word that is certainly a term. Shorter words can be the end of `don't` or a letter of `U.S.A.`,
 * which the index has no term for.
 */
const MIN_SURE_LENGTH = 3;
const ONLY_DIGITS = /^\p{N}+$/u;
/** Sign of dimensions: `250×120` is `250 x 120`, also with other characters around the sign. */
export const TIMES = "×";
export const TIMES_IN_WORDS = " x ";
const SIGN_AS_WORD = "x";
const CODE_MARKS = /[+#]/;

/**
 * Phrase: words that follow each other in a text, ignoring case, accents and the characters between them. Words are not
 * stemmed: `"running shoes"` does not match `running shoe`.
 */
export class Phrase {
  /** Index terms of every text that contains the phrase; a text with all of them is a candidate. */
  readonly terms: readonly string[];
  readonly #words: string;

  constructor(written: string) {
    const text = searchText(written);
    this.#words = plainWords(text);
    this.terms = [...new Set(sureTerms(text, this.#words))];
  }

  /**
   * Returns whether the `plainWords` of a text contain the phrase. The time depends on their length alone, whatever the
   * contents.
   */
  isIn(words: string): boolean {
    return this.rangesIn(words).next().done !== true;
  }

  /** Yields the phrase's ranges in the `plainWords` of a text, in order; they can overlap. */
  *rangesIn(words: string): Generator<TextRange> {
    for (const start of occurrences(words, this.#words)) {
      const end = start + this.#words.length;
      if (isWordBoundary(words, start) && isWordBoundary(words, end)) yield { start, end };
    }
  }
}

/** Maximum phrase length for which `indexOf` is fastest; it can compare the whole phrase at each position. */
const LONG_PHRASE = 64;

function* occurrences(text: string, phrase: string): Generator<number> {
  if (phrase.length > LONG_PHRASE) return yield* occurrencesOfLong(text, phrase);
  for (let start = text.indexOf(phrase); start >= 0; start = text.indexOf(phrase, start + 1)) yield start;
}

/** Searches with the Knuth–Morris–Pratt algorithm: never reads a character of the text again after a mismatch. */
function* occurrencesOfLong(text: string, phrase: string): Generator<number> {
  const fallbacks = fallbacksOf(phrase);
  let matched = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    while (matched > 0 && phrase.charCodeAt(matched) !== code) matched = fallbacks[matched - 1]!;
    if (phrase.charCodeAt(matched) === code) matched++;
    if (matched < phrase.length) continue;
    yield index + 1 - matched;
    matched = fallbacks[matched - 1]!;
  }
}

/** Failure function (Knuth–Morris–Pratt): by length of a prefix, less one, the length of its longest border. */
function fallbacksOf(phrase: string): Uint32Array {
  const fallbacks = new Uint32Array(phrase.length);
  let length = 0;
  for (let index = 1; index < phrase.length; index++) {
    const code = phrase.charCodeAt(index);
    while (length > 0 && phrase.charCodeAt(length) !== code) length = fallbacks[length - 1]!;
    if (phrase.charCodeAt(length) === code) length++;
    fallbacks[index] = length;
  }
  return fallbacks;
}

/**
 * Returns the words of a text for phrase search: in lower case, folded, with one space between them. Scripts without
 * spaces are unchanged.
 */
export function plainWords(raw: string): string {
  const text = searchText(raw).toLowerCase();
  if (!NON_ASCII.test(text)) return text.replaceAll(BETWEEN_ASCII_WORDS, " ").trim();
  let words = "";
  for (let index = 0; index < text.length;) {
    const kind = classAt(text, index);
    const start = index++;
    while (index < text.length && classAt(text, index) === kind) index++;
    if (kind === OTHER) words += text.slice(start, index).includes(TIMES) ? TIMES_IN_WORDS : " ";
    else words += kind === WORD ? foldAccents(text.slice(start, index)) : text.slice(start, index);
  }
  return words.trim();
}

// Two characters of one word have no boundary between them; in scripts without spaces there is one between any two.
function isWordBoundary(words: string, index: number): boolean {
  return index === 0 || index === words.length || classAt(words, index - 1) !== WORD || classAt(words, index) !== WORD;
}

function sureTerms(text: string, words: string): string[] {
  const all = analyzeWords(text);
  const sure = words.split(" ").filter(isSureWord).map(wordTerm);
  const bigrams = all.filter((term) => classAt(term, 0) === UNSEGMENTED && term.length > 1);
  // In a text, a whole code can continue, as `2024-03` does in `2024-03-15`; its parts are terms in any case.
  const wholes = new Set(wholeTerms(text).map(({ term }) => term));
  if (sure.length + bigrams.length === 0) {
    const likely = all.filter((term) => !wholes.has(term) || CODE_MARKS.test(term));
    // Between numbers, a text has the sign instead of this term.
    const others = likely.filter((term) => term !== SIGN_AS_WORD);
    return others.length > 0 ? others : likely;
  }
  return [...sure, ...bigrams, ...all.filter((term) => CODE_MARKS.test(term))];
}

function isSureWord(word: string): boolean {
  if (word.length < MIN_SURE_LENGTH || ONLY_DIGITS.test(word)) return false;
  for (let index = 0; index < word.length; index++) if (classAt(word, index) !== WORD) return false;
  return true;
}
