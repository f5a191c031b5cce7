import type { Passage } from "@quarry/index";
import { compareStrings, compileFilter, type Filter } from "@quarry/plugin/domain";
import { BM25_B, BM25_K1, GRAMS_PER_WORD, indexText, plainWords, type SearchTerms, searchTerms } from "@quarry/text";

import { referenceRepair } from "./reference-repair.ts";

export interface ReferenceHit {
  readonly id: string;
  readonly score: number;
}

const indexed = ({ contextText, text }: Passage) => {
  const [context, own] = [contextText, text].map((each) => indexText(each, new Set()));
  const above = context!.terms;
  return { terms: [...above, ...above, ...above, ...own!.terms], length: Math.max(1, context!.length + own!.length) };
};

type Forms = readonly (readonly string[])[];

/** Returns the frequency of the most frequent form. */
const frequencyOf = (forms: Forms, terms: readonly string[]): number =>
  Math.max(...forms.map((form) => terms.filter((term) => form.includes(term)).length));

/**
 * Textbook BM25 over all rows, for the repaired query. An independent implementation that shares nothing with the
 * index.
 */
export const referenceSearch = (rows: Iterable<Passage>, query: string, filter?: Filter): readonly ReferenceHit[] => {
  const passages = [...rows].map((passage) => ({ passage, ...indexed(passage) }));
  const count = passages.length;
  const averageLength = passages.reduce((sum, { length }) => sum + length, 0) / count;
  const holdersOf = (forms: Forms): number => passages.filter(({ terms }) => frequencyOf(forms, terms) > 0).length;
  const weigh = ({ terms, openGrams, spellings }: SearchTerms) =>
    [...terms].flatMap(([word, times]) => {
      const spelled = spellings.get(word) ?? [[word]];
      const least = Math.max(1, holdersOf(spelled) / 2);
      const grams = openGrams.get(word) ?? [];
      const held = grams.filter((gram) => holdersOf([[gram]]) >= least).length;
      return [spelled, ...(held >= grams.length / 2 ? grams.map((gram) => [[gram]]) : [])].map((forms) => {
        const holders = holdersOf(forms);
        const counted = forms === spelled ? times : times / GRAMS_PER_WORD;
        return { forms, weight: counted * Math.log(1 + (count - holders + 0.5) / (holders + 0.5)) };
      });
    });
  const requested = searchTerms(query);
  const repaired = searchTerms(
    referenceRepair(
      passages.map(({ passage }) => passage),
      query,
    ),
  );
  const wanted = weigh(repaired);
  const sumOf = (terms: ReturnType<typeof weigh>): number => terms.reduce((sum, { weight }) => sum + weight, 0);
  const bound = Math.max(sumOf(wanted), sumOf(weigh(requested)));
  const matches = filter === undefined ? () => true : compileFilter(filter);
  const holds = ({ text, contextText }: Passage): boolean =>
    requested.phrases.every((phrase) => phrase.isIn(plainWords(text)) || phrase.isIn(plainWords(contextText)));
  return passages
    .filter(({ passage }) => matches(passage.metadata) && holds(passage))
    .map(({ passage, terms, length }) => {
      let sum = 0;
      for (const { forms, weight } of wanted) {
        const frequency = frequencyOf(forms, terms);
        const norm = 1 - BM25_B + (BM25_B * length) / averageLength;
        sum += (weight * frequency) / (frequency + BM25_K1 * norm);
      }
      return { id: passage.id, score: sum / bound };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareStrings(a.id, b.id));
};
