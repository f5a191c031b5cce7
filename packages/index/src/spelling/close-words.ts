import { letterSet, type WordList } from "./word-list.ts";

/** Minimum length of words that are corrected by two edits; shorter words only by one. */
const MIN_LENGTH_FOR_TWO_EDITS = 8;
/** Words shorter than this must begin with the correct letter, as they have too many neighbours. */
const MIN_LENGTH_FOR_OTHER_FIRST_LETTER = 5;
/** Likelihood factor of a candidate with another first letter: few people get that one wrong. */
const OTHER_FIRST_LETTER_FACTOR = 0.1;
/**
 * Likelihood factor of a candidate with the same letters in another order or number: the most frequent typing error.
 */
const SAME_LETTERS_FACTOR = 4;
/**
 * Maximum number of words whose passages are counted, at a lookup each. If there are more, the counts stored with the
 * words select the most likely ones.
 */
const MAX_CLOSE_WORDS = 8;

/** Returns the maximum number of edits between a word and its correction. */
export const maxEdits = (word: string): number => (word.length >= MIN_LENGTH_FOR_TWO_EDITS ? 2 : 1);

/**
 * Returns the words of a collection within `edits` edits of `word`. If there are many, returns only the most likely
 * ones.
 */
export const closeWords = (word: string, edits: number, lists: readonly WordList[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const list of lists) {
    list.forEachNear(word, edits, (other, count) => counts.set(other, (counts.get(other) ?? 0) + count));
  }
  return closestWords(word, counts);
};

/**
 * Returns the words near `word` that are most likely meant by it. `counts` contains the number of passages for each.
 */
export const closestWords = (word: string, counts: ReadonlyMap<string, number>): readonly string[] => {
  const found = [...counts.keys()].filter((other) => hasPlausibleFirstLetter(word, other));
  if (found.length <= MAX_CLOSE_WORDS) return found;
  return ranked(word, found, (candidate) => counts.get(candidate)!).slice(0, MAX_CLOSE_WORDS);
};

/** Returns the most likely of the `candidates` that occur in some passage. */
export const likeliestWord = (
  word: string,
  candidates: readonly string[],
  frequencyOf: (candidate: string) => number,
): string | undefined => ranked(word, candidates, frequencyOf)[0];

/** Ranks words by likelihood, without those that occur in no passage. */
const ranked = (
  word: string,
  candidates: readonly string[],
  countOf: (candidate: string) => number,
): readonly string[] => {
  const letters = letterSet(word);
  const likelihood = (candidate: string): number =>
    countOf(candidate) *
    (candidate[0] === word[0] ? 1 : OTHER_FIRST_LETTER_FACTOR) *
    (letterSet(candidate) === letters ? SAME_LETTERS_FACTOR : 1);
  return candidates
    .map((candidate) => [candidate, likelihood(candidate)] as const)
    .filter(([, value]) => value > 0)
    .toSorted((a, b) => b[1] - a[1] || order(a[0], b[0]))
    .map(([candidate]) => candidate);
};

const hasPlausibleFirstLetter = (word: string, other: string): boolean =>
  word[0] === other[0] || word.length >= MIN_LENGTH_FOR_OTHER_FIRST_LETTER;

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
