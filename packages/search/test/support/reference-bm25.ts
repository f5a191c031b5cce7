import { compareStrings, compileFilter, type Filter } from "@quarry/domain";
import { BM25_B, BM25_K1, GRAMS_PER_WORD, indexTerms, type SearchTerms, searchTerms, STOP_TERMS } from "@quarry/text";
import type { Passage } from "../../src/index.ts";
import { referenceRepair } from "./reference-repair.ts";

export interface ReferenceHit {
  readonly id: string;
  readonly score: number;
}

/** Stop words don't count, and no passage is shorter than one term. */
const lengthOf = (terms: readonly string[]): number =>
  Math.max(1, terms.filter((term) => !STOP_TERMS.has(term)).length);

const termsOf = (passage: Passage): readonly string[] => [
  ...indexTerms(passage.contextText, new Set()),
  ...indexTerms(passage.text, new Set()),
];

/** BM25 by the book over all rows, for the repaired query: the formula written out once more, nothing shared with the index. */
export const referenceSearch = (rows: Iterable<Passage>, query: string, filter?: Filter): readonly ReferenceHit[] => {
  const passages = [...rows].map((passage) => ({ passage, terms: termsOf(passage) }));
  const count = passages.length;
  const averageLength = passages.reduce((sum, { terms }) => sum + lengthOf(terms), 0) / count;
  const holdersOf = (term: string): number => passages.filter((passage) => passage.terms.includes(term)).length;
  const weigh = ({ terms, openGrams }: SearchTerms) =>
    [...terms].flatMap(([word, times]) => {
      const least = Math.max(1, holdersOf(word) / 2);
      const grams = openGrams.get(word) ?? [];
      const held = grams.filter((gram) => holdersOf(gram) >= least).length;
      return [word, ...(held >= grams.length / 2 ? grams : [])].map((term) => {
        const holders = holdersOf(term);
        const counted = term === word ? times : times / GRAMS_PER_WORD;
        return { term, weight: counted * Math.log(1 + (count - holders + 0.5) / (holders + 0.5)) };
      });
    });
  const asked = searchTerms(query);
  const repaired = searchTerms(
    referenceRepair(
      passages.map(({ passage }) => passage),
      query,
    ),
  );
  const wanted = weigh(repaired);
  const sumOf = (terms: ReturnType<typeof weigh>): number => terms.reduce((sum, { weight }) => sum + weight, 0);
  const bound = Math.max(sumOf(wanted), sumOf(weigh(asked)));
  const matches = filter === undefined ? () => true : compileFilter(filter);
  const holds = ({ text, contextText }: Passage): boolean =>
    asked.phrases.every((phrase) => phrase.isIn(text) || phrase.isIn(contextText));
  return passages
    .filter(({ passage }) => matches(passage.metadata) && holds(passage))
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
