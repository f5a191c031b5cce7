import { compareStrings, compileFilter, type Filter } from "@quarry/domain";
import { analyze, BM25_B, BM25_K1, queryTerms, STOP_TERMS } from "@quarry/text";
import type { Passage } from "../../src/index.ts";

export interface ReferenceHit {
  readonly id: string;
  readonly score: number;
}

/** Stop words don't count, and no passage is shorter than one term. */
const lengthOf = (terms: readonly string[]): number =>
  Math.max(1, terms.filter((term) => !STOP_TERMS.has(term)).length);

const termsOf = (passage: Passage): readonly string[] => [...analyze(passage.contextText), ...analyze(passage.text)];

/** BM25 by the book over all rows: the formula written out once more, nothing shared with the index. */
export const referenceSearch = (rows: Iterable<Passage>, query: string, filter?: Filter): readonly ReferenceHit[] => {
  const passages = [...rows].map((passage) => ({ passage, terms: termsOf(passage) }));
  const count = passages.length;
  const averageLength = passages.reduce((sum, { terms }) => sum + lengthOf(terms), 0) / count;
  const wanted = [...queryTerms(query)].map(([term, times]) => {
    const holders = passages.filter(({ terms }) => terms.includes(term)).length;
    return { term, weight: times * Math.log(1 + (count - holders + 0.5) / (holders + 0.5)) };
  });
  const bound = wanted.reduce((sum, { weight }) => sum + weight, 0);
  const matches = filter === undefined ? () => true : compileFilter(filter);
  return passages
    .filter(({ passage }) => matches(passage.metadata))
    .map(({ passage, terms }) => {
      let sum = 0;
      for (const { term, weight } of wanted) {
        const frequency = terms.filter((other) => other === term).length;
        const length = 1 - BM25_B + (BM25_B * lengthOf(terms)) / averageLength;
        sum += (weight * frequency) / (frequency + BM25_K1 * length);
      }
      return { id: passage.id, score: sum / bound };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareStrings(a.id, b.id));
};
