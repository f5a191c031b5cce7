import { analyzeWords, wholeTerms } from "./analyzer.ts";
import { classAt, OTHER, UNSEGMENTED, WORD } from "./character-classes.ts";
import { foldAccents } from "./fold.ts";
import { searchText } from "./search-text.ts";
import { wordTerm } from "./word-term.ts";

const NON_ASCII = /[\u0080-\uffff]/;
const BETWEEN_ASCII_WORDS = /[^a-z0-9]+/g;
/** Shorter words may be the end of `don't` or a letter of `U.S.A.`, which the index has no term for. */
const MIN_SURE_LENGTH = 3;
const ONLY_DIGITS = /^\p{N}+$/u;
/** `250×120` is `250 x 120`, also where more stands between them. */
export const TIMES = "×";
export const TIMES_IN_WORDS = " x ";
const SIGN_AS_WORD = "x";
const CODE_MARKS = /[+#]/;

/**
 * Phrase: words that follow each other in a text, without regard to case, accents and the characters between them.
 * Words are not stemmed: `"running shoes"` is not `running shoe`.
 */
export class Phrase {
  /** Index terms that every text has that holds the phrase: who has them all may hold it. */
  readonly terms: readonly string[];
  readonly #words: string;

  constructor(written: string) {
    const text = searchText(written);
    this.#words = plainWords(text);
    this.terms = [...new Set(sureTerms(text, this.#words))];
  }

  /** Takes time that grows with the text alone, whatever both hold. */
  isIn(text: PlainWords): boolean {
    return this.rangesIn(text).next().done !== true;
  }

  /** Yields its ranges in `words` of a text, from the first on; they may overlap. */
  *rangesIn({ words }: PlainWords): Generator<{ readonly start: number; readonly end: number }> {
    for (const start of occurrences(words, this.#words)) {
      const end = start + this.#words.length;
      if (isBoundary(words, start) && isBoundary(words, end)) yield { start, end };
    }
  }
}

/** A text as phrases are looked for in it; made once for all of a query's. */
export class PlainWords {
  readonly words: string;

  constructor(text: string) {
    this.words = plainWords(text);
  }
}

/** Longest phrase for which `indexOf` is quickest; it may compare the whole phrase at each position. */
const LONG_PHRASE = 64;

function* occurrences(text: string, wanted: string): Generator<number> {
  if (wanted.length > LONG_PHRASE) return yield* occurrencesOfLong(text, wanted);
  for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + 1)) yield start;
}

/** Knuth, Morris and Pratt: no character of the text is looked at twice for one that doesn't fit. */
function* occurrencesOfLong(text: string, wanted: string): Generator<number> {
  const fallbacks = fallbacksOf(wanted);
  let matched = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = fallbacks[matched - 1]!;
    if (wanted.charCodeAt(matched) === code) matched++;
    if (matched < wanted.length) continue;
    yield index + 1 - matched;
    matched = fallbacks[matched - 1]!;
  }
}

/** Failure function (Knuth–Morris–Pratt): by length of a prefix, less one, the length of its longest border. */
function fallbacksOf(wanted: string): Uint32Array {
  const fallbacks = new Uint32Array(wanted.length);
  let length = 0;
  for (let index = 1; index < wanted.length; index++) {
    const code = wanted.charCodeAt(index);
    while (length > 0 && wanted.charCodeAt(length) !== code) length = fallbacks[length - 1]!;
    if (wanted.charCodeAt(length) === code) length++;
    fallbacks[index] = length;
  }
  return fallbacks;
}

/** Words with one space between them: lower case, folded. Scripts without spaces stay as they are. */
function plainWords(raw: string): string {
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

// Between two characters of one word there is none; scripts without spaces have one between any two.
function isBoundary(words: string, index: number): boolean {
  return index === 0 || index === words.length || classAt(words, index - 1) !== WORD || classAt(words, index) !== WORD;
}

function sureTerms(text: string, words: string): string[] {
  const all = analyzeWords(text);
  const sure = words.split(" ").filter(isSureWord).map(wordTerm);
  const bigrams = all.filter((term) => classAt(term, 0) === UNSEGMENTED && term.length > 1);
  // A text may go on with a code as a whole, as `2024-03` does in `2024-03-15`; its parts are there all the same.
  const wholes = new Set(wholeTerms(text).map(({ term }) => term));
  if (sure.length + bigrams.length === 0) {
    const likely = all.filter((term) => !wholes.has(term) || CODE_MARKS.test(term));
    // Between numbers a text has it as their sign.
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
