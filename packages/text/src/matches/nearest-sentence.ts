import { classAt, OTHER, UNSEGMENTED } from "../character-classes.ts";
import { skipWhitespace, type TextRange } from "../characters.ts";
import { foldAccents } from "../fold.ts";
import { searchText } from "../search-text.ts";
import { sentenceEnd } from "../sentence-end.ts";
import { wordEnd } from "./fragments.ts";

/** Characters of an n-gram of a word; a shorter word is one n-gram. */
const NGRAM_LENGTH = 3;
/** Characters of an n-gram in scripts without spaces, where two characters are a word. */
const UNSPACED_NGRAM_LENGTH = 2;
/**
 * Exponent of a sentence's length by which its score is divided; it is small, so that long sentences lose little. Of
 * 472 questions whose answers were marked in texts of about 1,600 characters, this finds the answer's sentence for 70
 * %, the square root for 61 %.
 */
const LENGTH_EXPONENT = 0.15;

interface Sentence extends TextRange {
  /** Number of n-grams of its words. */
  readonly size: number;
  /** N-grams that it shares with the query. */
  readonly sharedNgrams: ReadonlySet<number>;
}

export interface NearestSentence extends TextRange {
  /** Similarity to the query; the higher, the more similar, and 0 if nothing is shared. */
  readonly likeness: number;
}

/** Finds the sentence of a text that is most similar to one query; the query's n-grams are computed once. */
export class SentenceMatcher {
  readonly #queryNgrams = new Set<number>();

  constructor(query: string) {
    visitNgrams(query, (ngram) => this.#queryNgrams.add(ngram));
  }

  /**
   * Returns the sentence most similar to the query, by the n-grams that their words share, weighted by rarity in the
   * text. Of a long sentence it returns the beginning; if no sentence is similar, the beginning of the text. An
   * approximation of what a model found: models only report how near a text is as a whole.
   */
  nearestIn(text: string, length: number): NearestSentence {
    const nearest = mostSimilar(sentencesOf(text, this.#queryNgrams));
    const { start, end, likeness } = nearest ?? {
      start: skipWhitespace(text, 0),
      end: text.trimEnd().length,
      likeness: 0,
    };
    return { start, end: end - start <= length ? end : wordEnd(text, start, start + length), likeness };
  }
}

function mostSimilar(sentences: readonly Sentence[]): NearestSentence | undefined {
  const frequencies = new Map<number, number>();
  for (const { sharedNgrams } of sentences)
    for (const ngram of sharedNgrams) frequencies.set(ngram, (frequencies.get(ngram) ?? 0) + 1);
  let best: NearestSentence | undefined;
  for (const sentence of sentences) {
    // No shared n-grams; a sentence of marks alone also has size 0.
    if (sentence.sharedNgrams.size === 0) continue;
    let likeness = 0;
    for (const ngram of sentence.sharedNgrams) likeness += Math.log(1 + sentences.length / frequencies.get(ngram)!);
    likeness /= sentence.size ** LENGTH_EXPONENT;
    if (best === undefined || likeness > best.likeness) best = { start: sentence.start, end: sentence.end, likeness };
  }
  return best;
}

function sentencesOf(text: string, queryNgrams: ReadonlySet<number>): Sentence[] {
  const sentences: Sentence[] = [];
  for (let at = 0; at < text.length;) {
    const end = Math.max(at + 1, sentenceEnd(text, at));
    const start = skipWhitespace(text, at);
    at = end;
    if (start >= end) continue;
    const sharedNgrams = new Set<number>();
    let size = 0;
    visitNgrams(text.slice(start, end), (ngram) => {
      size++;
      if (queryNgrams.has(ngram)) sharedNgrams.add(ngram);
    });
    sentences.push({ start, end, size, sharedNgrams });
  }
  return sentences;
}

function visitNgrams(raw: string, visit: (ngram: number) => void): void {
  const text = searchText(raw).toLowerCase();
  for (let index = 0; index < text.length;) {
    const kind = classAt(text, index);
    const start = index++;
    while (index < text.length && classAt(text, index) === kind) index++;
    if (kind === OTHER) continue;
    if (kind === UNSEGMENTED) visitNgramsOf(text, start, index, UNSPACED_NGRAM_LENGTH, visit);
    else if (isAscii(text, start, index)) visitNgramsOf(text, start, index, NGRAM_LENGTH, visit);
    else {
      const folded = foldAccents(text.slice(start, index));
      visitNgramsOf(folded, 0, folded.length, NGRAM_LENGTH, visit);
    }
  }
}

function visitNgramsOf(word: string, start: number, end: number, length: number, visit: (ngram: number) => void): void {
  const last = Math.max(start + 1, end - length + 1);
  for (let at = start; at < last; at++) visit(numberOf(word, at, Math.min(end, at + length)));
}

/** Bits used per character; letters of one script differ in these. */
const CHARACTER_BITS = 10;
const CHARACTER = (1 << CHARACTER_BITS) - 1;

/**
 * Encodes an n-gram as a number, which takes a third of the time of strings. Collisions are rare, and the result is
 * approximate anyway.
 */
function numberOf(word: string, start: number, end: number): number {
  let number = 0;
  for (let index = start; index < end; index++)
    number = (number << CHARACTER_BITS) | (word.charCodeAt(index) & CHARACTER);
  return number;
}

function isAscii(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (text.charCodeAt(index) >= 0x80) return false;
  return true;
}
