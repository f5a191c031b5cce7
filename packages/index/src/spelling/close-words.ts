import { letterSet, type WordList } from "./word-list.ts";

/** Words this long and longer may be two edits away from what was meant; shorter ones only one. */
const MIN_LENGTH_OF_TWO_EDITS = 8;
/** Words shorter than this must begin with the right letter: they have too many neighbours. */
const MIN_LENGTH_OF_FREE_BEGINNING = 5;
/** Factor of a candidate with another first letter: few people get that one wrong. */
const OTHER_BEGINNING = 0.1;
/** Factor of a candidate with the same letters in another order or number: the most frequent slip of typing. */
const SAME_LETTERS = 4;
/** Words whose passages are counted, which costs a look-up of each; of more, by the numbers that stand with them. */
const MAX_CLOSE_WORDS = 8;

/** Most edits that a word may be away from what was meant. */
export const mostEdits = (word: string): number => (word.length >= MIN_LENGTH_OF_TWO_EDITS ? 2 : 1);

/** Words of a collection that are `edits` or fewer away from `word`; of many the most frequent. */
export const closeWords = (word: string, edits: number, lists: readonly WordList[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const list of lists) {
    list.forEachNear(word, edits, (other, count) => counts.set(other, (counts.get(other) ?? 0) + count));
  }
  return closestWords(word, counts);
};

/**
 * Returns the words near `word` that are most likely meant by it; `counts` has the number of passages that hold each.
 */
export const closestWords = (word: string, counts: ReadonlyMap<string, number>): readonly string[] => {
  const found = [...counts.keys()].filter((other) => mayBegin(word, other));
  if (found.length <= MAX_CLOSE_WORDS) return found;
  return ranked(word, found, (candidate) => counts.get(candidate)!).slice(0, MAX_CLOSE_WORDS);
};

/** The one of `candidates` that was most likely meant, of those that some passage holds. */
export const likeliestWord = (
  word: string,
  candidates: readonly string[],
  frequencyOf: (candidate: string) => number,
): string | undefined => ranked(word, candidates, frequencyOf)[0];

/** Words by how likely they were meant, without those that nothing holds. */
const ranked = (
  word: string,
  candidates: readonly string[],
  countOf: (candidate: string) => number,
): readonly string[] => {
  const letters = letterSet(word);
  const likelihood = (candidate: string): number =>
    countOf(candidate) *
    (candidate[0] === word[0] ? 1 : OTHER_BEGINNING) *
    (letterSet(candidate) === letters ? SAME_LETTERS : 1);
  return candidates
    .map((candidate) => [candidate, likelihood(candidate)] as const)
    .filter(([, value]) => value > 0)
    .toSorted((a, b) => b[1] - a[1] || order(a[0], b[0]))
    .map(([candidate]) => candidate);
};

const mayBegin = (word: string, other: string): boolean =>
  word[0] === other[0] || word.length >= MIN_LENGTH_OF_FREE_BEGINNING;

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
