import { normalizeText } from "./normalize-text.ts";
import { queryCounts } from "./query-counts.ts";
import { scan } from "./scan-words.ts";
import { STOP_TERMS } from "./stop-words.ts";
import { appendWordGrams } from "./word-grams.ts";

/**
 * Version of the analysis, stored with every index: text and query must be analysed by the same version. Raise it with
 * any change of terms.
 */
export const ANALYZER_VERSION = 2;

/**
 * Returns the index terms of a text, in order, with duplicates. Words are lower-cased, folded and stemmed. Han, Kana,
 * Hangul, Thai, Lao, Khmer and Burmese give overlapping bigrams. Codes give one term for the whole and terms for their
 * parts. After the words come the character 4-grams (marked `~`) of words that English stemming doesn't fit; see
 * `appendWordGrams`. Stop words are included, so that a query of only stop words still finds something; `queryTerms`
 * and the length of `indexText` exclude them.
 */
export function analyze(text: string): string[] {
  const terms = analyzeWords(text);
  appendWordGrams(terms);
  return terms;
}

/** Returns the terms of `analyze` without the grams. */
export function analyzeWords(text: string): string[] {
  const terms: string[] = [];
  scan(normalizeText(text), (term) => {
    if (term !== "") terms.push(term);
  });
  return terms;
}

/** Returns the terms of `analyze` for whole codes, each with the number of terms for its parts. */
export function wholeTerms(text: string): { readonly term: string; readonly parts: number }[] {
  const wholes: { readonly term: string; readonly parts: number }[] = [];
  scan(normalizeText(text), (term, _word, parts = 0) => {
    if (term !== "" && parts > 0) wholes.push({ term, parts });
  });
  return wholes;
}

/**
 * Returns the terms that score a query, each with its weight (`queryCounts`), in order of first occurrence. Stop words
 * count only if the query contains nothing else.
 */
export function queryTerms(query: string): ReadonlyMap<string, number> {
  const all = analyze(query);
  const content = all.filter((term) => !STOP_TERMS.has(term));
  const counts = new Map<string, number>();
  for (const term of content.length > 0 ? content : all) counts.set(term, (counts.get(term) ?? 0) + 1);
  return queryCounts(counts, query);
}
