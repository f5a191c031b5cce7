import { dictionaryWord } from "./dictionary-word.ts";
import { classAt, OTHER, UNSEGMENTED, WORD } from "./character-classes.ts";
import { splitCamelCase, takeApart } from "./compound-word.ts";
import { normalizeText } from "./normalize-text.ts";
import { queryCounts } from "./query-counts.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { appendWordGrams } from "./word-grams.ts";
import { cut, wordTerm } from "./word-term.ts";

/** Stored with every index: text and query must be analyzed by the same version. Raise it with any change of terms. */
export const ANALYZER_VERSION = 1;

/** A term and the ordinal of its word in the text; parts of a compound have the ordinals of their places. */
export interface PositionedTerm {
  readonly term: string;
  readonly position: number;
}

/** Longest raw word that is looked at as a compound; the rest of a longer one is only skipped. */
const MAX_COMPOUND_LENGTH = 256;

const APOSTROPHES_AND_HYPHENS = new Set([..."'’-‐‑_.@&"].map((char) => char.charCodeAt(0)));
const COMMA = 0x2c;
const PLUS = 0x2b;
const HASH = 0x23;
const HIGHEST_JOINER = 0x2019;

/**
 * The index terms of a text, in order, each as often as it occurs. Words are lower-cased, folded and stemmed; Han, Kana,
 * Hangul, Thai, Lao, Khmer and Burmese give overlapping bigrams; codes are kept whole and in parts. After the words come
 * the character 4-grams (marked `~`) of words that English stemming doesn't fit; see `appendWordGrams`.
 * Stop words are among them, so that a query of nothing else still finds something; `queryTerms` and `contentLength`
 * leave them out.
 */
export function analyze(text: string): string[] {
  const terms = analyzeWords(text);
  appendWordGrams(terms);
  return terms;
}

/** The terms of `analyze` without the grams: what an embedder hashes, which loses by collisions. */
export function analyzeWords(text: string): string[] {
  const terms: string[] = [];
  scan(text, (term) => {
    if (term !== "") terms.push(term);
  });
  return terms;
}

/** The terms of `analyze`, and beside them the words that a query may have misspelt; see `dictionaryWord`. */
export function analyzeWithWords(text: string, words: Set<string>): string[] {
  const terms: string[] = [];
  scan(text, (term, _position, word) => {
    if (term === "") return;
    terms.push(term);
    if (word === undefined || words.has(word)) return;
    const entry = dictionaryWord(word);
    if (entry !== "") words.add(entry);
  });
  appendWordGrams(terms);
  return terms;
}

/** The terms that `analyze` gives for codes as a whole, with how many parts it gives for each. */
export function wholeTerms(text: string): { readonly term: string; readonly parts: number }[] {
  const wholes: { readonly term: string; readonly parts: number }[] = [];
  scan(text, (term, _position, _word, parts = 0) => {
    if (term !== "" && parts > 0) wholes.push({ term, parts });
  });
  return wholes;
}

/** The words of `analyze` with their positions, for phrases; without grams. */
export function analyzeWithPositions(text: string): PositionedTerm[] {
  const terms: PositionedTerm[] = [];
  scan(text, (term, position) => {
    if (term !== "") terms.push({ term, position });
  });
  return terms;
}

/**
 * The terms that score a query, with how often each counts (`queryCounts`), in order of first occurrence. Stop words count
 * only when the query holds nothing else.
 */
export function queryTerms(query: string): ReadonlyMap<string, number> {
  const all = analyze(query);
  const content = all.filter((term) => !STOP_TERMS.has(term));
  const counts = new Map<string, number>();
  for (const term of content.length > 0 ? content : all) counts.set(term, (counts.get(term) ?? 0) + 1);
  return queryCounts(counts);
}

/**
 * Length of a text for BM25: its terms without the stop words, which say how wordy a text is, not how much it says
 * (Cranfield nDCG@10 rises by .005). Use it for the text's own length and for the average.
 */
export function contentLength(terms: readonly string[]): number {
  let length = 0;
  for (const term of terms) if (!STOP_TERMS.has(term)) length++;
  return length;
}

/** Stop words as they stand in the index. */
export const STOP_TERMS: ReadonlySet<string> = new Set([...STOP_WORDS].map(wordTerm));

/**
 * Called with an empty term for a word of nothing but marks, which takes a position all the same. `word` is what the
 * term was made of, in lower case; undefined for bigrams and for joined codes as a whole. `parts` is how many terms of
 * its parts follow a whole.
 */
type Emit = (term: string, position: number, word?: string, parts?: number) => void;

function scan(raw: string, emit: Emit): void {
  const text = normalizeText(raw);
  let position = 0;
  for (let index = 0; index < text.length;) {
    const kind = classAt(text, index);
    if (kind === OTHER) {
      index++;
    } else if (kind === UNSEGMENTED) {
      const end = runEnd(text, index, UNSEGMENTED);
      position = emitBigrams(text, index, end, position, emit);
      index = end;
    } else {
      const simpleEnd = runEnd(text, index, WORD);
      const end = compoundEnd(text, index, simpleEnd);
      position =
        end === simpleEnd
          ? emitWord(text.slice(index, end), position, emit)
          : emitCompound(text, index, end, position, emit);
      index = end;
    }
  }
}

function runEnd(text: string, start: number, kind: number): number {
  let end = start + 1;
  while (end < text.length && classAt(text, end) === kind) end++;
  return end;
}

/** Extends a word over joiners that have a word character on both sides, and over the marks of `C++` and `C#`. */
function compoundEnd(text: string, start: number, simpleEnd: number): number {
  let end = simpleEnd;
  while (end + 1 < text.length && isJoiner(text, end) && classAt(text, end + 1) === WORD)
    end = runEnd(text, end + 1, WORD);
  if (end - start > 3) return end;
  const code = text.charCodeAt(end);
  if (code === PLUS && text.charCodeAt(end + 1) === PLUS) return end + 2;
  return code === HASH && end - start === 1 ? end + 1 : end;
}

function isJoiner(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code > HIGHEST_JOINER) return false;
  if (code === COMMA) return isDigit(text.charCodeAt(index - 1)) && isDigit(text.charCodeAt(index + 1));
  return APOSTROPHES_AND_HYPHENS.has(code);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function emitWord(raw: string, position: number, emit: Emit): number {
  const word = raw.length > MAX_COMPOUND_LENGTH ? cut(raw).toLowerCase() : raw.toLowerCase();
  const humps = raw.length > MAX_COMPOUND_LENGTH ? [] : splitCamelCase(raw);
  emit(wordTerm(word), position, word, humps.length > 1 ? humps.length : 0);
  if (humps.length < 2) return position + 1;
  emitParts(humps, position, emit);
  return position + humps.length;
}

function emitCompound(text: string, start: number, end: number, position: number, emit: Emit): number {
  const { whole, parts } = takeApart(text.slice(start, Math.min(end, start + MAX_COMPOUND_LENGTH)));
  if (whole !== null && (parts.length > 1 || whole !== parts[0])) {
    emit(cut(whole.toLowerCase()), position, undefined, parts.length);
  }
  emitParts(parts, position, emit);
  return position + parts.length;
}

function emitParts(parts: readonly string[], position: number, emit: Emit): void {
  for (const [index, part] of parts.entries()) {
    const word = part.toLowerCase();
    emit(wordTerm(word), position + index, word);
  }
}

function emitBigrams(text: string, start: number, end: number, position: number, emit: Emit): number {
  let at = start;
  let next = at + characterLength(text, at);
  if (next >= end) {
    emit(text.slice(at, end), position);
    return position + 1;
  }
  let ordinal = position;
  while (next < end) {
    const nextEnd = next + characterLength(text, next);
    emit(text.slice(at, nextEnd), ordinal++);
    at = next;
    next = nextEnd;
  }
  return ordinal + 1;
}

function characterLength(text: string, index: number): number {
  return text.codePointAt(index)! > 0xffff ? 2 : 1;
}
