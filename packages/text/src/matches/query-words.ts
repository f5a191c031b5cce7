import { STOP_TERMS } from "../analyzer.ts";
import { otherSpelling } from "../other-spelling.ts";
import type { SearchTerms } from "../search-terms.ts";
import { gramsOf, isGram } from "../word-grams.ts";

/** A word of a query whose pieces texts are found by. */
export interface QueryGrams {
  readonly word: number;
  readonly grams: ReadonlySet<string>;
}

/** Terms that a query searches for in a text, by the query's words. */
export interface QueryWordSet {
  /** Query word number by term. */
  readonly terms: ReadonlyMap<string, number>;
  readonly grams: readonly QueryGrams[];
  readonly wordCount: number;
}

/**
 * Query terms of the query and of its spelling corrections. In a query with phrases, stop words count only inside the
 * phrases.
 */
export function askedWords(queries: readonly SearchTerms[]): QueryWordSet {
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
  return { terms, grams, wordCount };
}
