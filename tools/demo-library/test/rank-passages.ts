import type { Passage } from "./passage.ts";

/** Passages by BM25 (k1 1.2, b 0.75) over plain lower-case words, best first: the least that any search does. */
export const rankPassages = (question: string, passages: readonly Passage[]): readonly Passage[] => {
  const bags = passages.map((passage) => wordsOf(passage.text));
  const average = bags.reduce((sum, bag) => sum + bag.length, 0) / bags.length;
  const terms = [...new Set(wordsOf(question))].map((term) => {
    const holders = bags.filter((bag) => bag.includes(term)).length;
    return { term, weight: Math.log(1 + (bags.length - holders + 0.5) / (holders + 0.5)) };
  });
  const scores = bags.map((bag) => {
    const length = 1.2 * (0.25 + (0.75 * bag.length) / average);
    return terms.reduce((sum, { term, weight }) => {
      const frequency = bag.filter((word) => word === term).length;
      return sum + (weight * frequency) / (frequency + length);
    }, 0);
  });
  return passages
    .map((passage, index) => ({ passage, score: scores[index]! }))
    .sort((left, right) => right.score - left.score)
    .map(({ passage }) => passage);
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
