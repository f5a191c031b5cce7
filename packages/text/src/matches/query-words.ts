import { otherSpelling } from "../other-spelling.ts";
import type { SearchTerms } from "../search-terms.ts";
import { STOP_TERMS } from "../stop-words.ts";
import { gramsOf, isGram } from "../word-grams.ts";

/** Query word that also matches by its grams. */
export interface QueryGrams {
  readonly word: number;
  readonly grams: ReadonlySet<string>;
}

/** Terms by which a query matches a text, grouped by query word. */
export interface QueryWordSet {
  /** Query word number by term. */
  readonly terms: ReadonlyMap<string, number>;
  readonly grams: readonly QueryGrams[];
}

/**
 * Returns the terms of the query and of its spelling corrections. In a query with phrases, stop words count only inside
 * the phrases.
 */
export function queryWordSet(queries: readonly SearchTerms[]): QueryWordSet {
  const terms = new Map<string, number>();
  const grams: QueryGrams[] = [];
  let wordCount = 0;
  for (const query of queries) {
    for (const term of query.terms.keys()) {
      if (isGram(term) || terms.has(term) || (query.phrases.length > 0 && STOP_TERMS.has(term))) continue;
      const word = wordCount++;
      for (const form of query.spellings.get(term) ?? [[term, otherSpelling(term)]]) {
        for (const one of form) if (!terms.has(one)) terms.set(one, word);
      }
      const own = gramsOf(term);
      if (own.length > 0 && (query.openGrams.has(term) || own.every((gram) => query.terms.has(gram)))) {
        grams.push({ word, grams: new Set(own) });
      }
    }
  }
  return { terms, grams };
}
