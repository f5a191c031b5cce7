import { BoundedCache } from "./bounded-cache.ts";
import { foldAccents } from "./fold.ts";

/** Minimum length: shorter words have too many neighbours to guess the intended one. */
const MIN_SPELLED_LENGTH = 4;
/** Maximum length: longer words are names of substances and the like; a guess would cost more than it is worth. */
const MAX_SPELLED_LENGTH = 32;
const CACHE_HALF_SIZE = 10_000;
const ASCII_LETTERS = /^[a-z]+$/;
const LETTERS = /^[\p{L}\p{M}]+$/u;

const cache = new BoundedCache<string>(CACHE_HALF_SIZE);

/**
 * Returns the form of a word in a collection's dictionary, in which misspelt query words are looked up: accents folded,
 * but with its ending. "" for words that are not looked up: short and very long words, and words with digits. Expects
 * lower case.
 */
export function dictionaryWord(word: string): string {
  if (word.length < MIN_SPELLED_LENGTH || word.length > MAX_SPELLED_LENGTH) return "";
  return ASCII_LETTERS.test(word) ? word : cache.get(word, foldLetters);
}

function foldLetters(word: string): string {
  return LETTERS.test(word) ? foldAccents(word) : "";
}
