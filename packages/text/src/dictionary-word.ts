import { BoundedCache } from "./bounded-cache.ts";
import { foldAccents } from "./fold.ts";

/** Shorter words have too many neighbours to guess which of them was meant. */
const MIN_SPELLED_LENGTH = 4;
/** Longer ones are names of substances and the like; a guess would cost more than it is worth. */
const MAX_SPELLED_LENGTH = 32;
const CACHE_HALF_SIZE = 10_000;
const ASCII_LETTERS = /^[a-z]+$/;
const LETTERS = /^[\p{L}\p{M}]+$/u;

const cache = new BoundedCache<string>(CACHE_HALF_SIZE);

/**
 * A word as the dictionary of a collection has it, which misspelt words of queries are looked up in: accents folded, but
 * with its ending. "" for what is not looked up: short and very long words, and what holds digits. Expects lower case.
 */
export function dictionaryWord(word: string): string {
  if (word.length < MIN_SPELLED_LENGTH || word.length > MAX_SPELLED_LENGTH) return "";
  return ASCII_LETTERS.test(word) ? word : cache.get(word, foldLetters);
}

function foldLetters(word: string): string {
  return LETTERS.test(word) ? foldAccents(word) : "";
}
