import { stemmer } from "stemmer";
import { BoundedCache } from "./bounded-cache.ts";
import { foldAccents } from "./fold.ts";

/** Terms cached per half: about 10 MB in all; a collection in one language has about 100,000 frequent words. */
const CACHE_HALF_SIZE = 50_000;
/** Maximum length of a term; longer words are truncated. They are data, not words, and a term must fit an index key. */
const MAX_TERM_LENGTH = 64;
const ASCII_WORD = /^[a-z]+$/;
const NON_ASCII = /[\u0080-\uffff]/;

const cache = new BoundedCache<string>(CACHE_HALF_SIZE);

/** Returns the index term of a lower-case word: truncated to 64 characters, accents folded, English endings removed. */
export function wordTerm(word: string): string {
  if (word.length > MAX_TERM_LENGTH) return truncateTerm(word);
  return cache.get(word, computeTerm);
}

/** Truncates to the maximum term length; never splits a surrogate pair. */
export function truncateTerm(word: string): string {
  if (word.length <= MAX_TERM_LENGTH) return word;
  const isPairSplit = (word.charCodeAt(MAX_TERM_LENGTH - 1) & 0xfc00) === 0xd800;
  return word.slice(0, isPairSplit ? MAX_TERM_LENGTH - 1 : MAX_TERM_LENGTH);
}

function computeTerm(word: string): string {
  const folded = NON_ASCII.test(word) ? foldAccents(word) : word;
  return ASCII_WORD.test(folded) ? stemmer(folded) : folded;
}
