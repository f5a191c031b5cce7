import { idf } from "@quarry/text";
import { writeDocumentVector } from "./document-vector.ts";
import { addEnglish } from "./english/add-english.ts";
import { BACKGROUND_TEXTS } from "./english/english-limits.ts";
import type { EnglishWords } from "./english/english-words.ts";
import { addRelatedWords } from "./fit/add-related-words.ts";
import type { Fit } from "./fit/fit.ts";
import { addTerm, dampedFrequency, normalise } from "./hashed-vector.ts";

/** How many chunks the collection has, and how many of them hold a term. */
export interface TermRarity {
  readonly documentCount: number;
  readonly documentFrequency: (term: string) => number;
}

/** What a query's vector is made for. */
export interface QueryCollection {
  readonly rarity: TermRarity;
  readonly dimension: number;
  /** What was learned from the collection; undefined before that. */
  readonly fit: Fit | undefined;
  /** What is known about English words; undefined where the collection is large, or it or the query in another language. */
  readonly english: EnglishWords | undefined;
}

/**
 * The unit vector of a query: each term weighs as much as it tells chunks of this collection apart. Terms that the
 * collection doesn't hold are left out (a typo would otherwise weigh most), but what is known about English has words that
 * stand for them. When nothing is left the query is taken for a text: it is near to nothing then, but a search still fills
 * its `top_k`, as it does with any other embedder.
 */
export function queryVector(
  text: string,
  terms: ReadonlyMap<string, number>,
  { rarity, dimension, fit, english }: QueryCollection,
): Float32Array {
  const vector = new Float32Array(dimension);
  const weightOf = termWeight(rarity, english);
  const weights = new Map<string, number>();
  for (const [term, count] of terms)
    if (rarity.documentFrequency(term) > 0) weights.set(term, dampedFrequency(count) * weightOf(term));
  for (const [term, weight] of weights) addTerm(vector, term, weight);
  if (english !== undefined) addEnglish(vector, { terms, rarity, weightOf }, english);
  if (!normalise(vector)) writeDocumentVector(text, vector);
  else if (fit !== undefined) addRelatedWords(vector, weights, fit);
  return vector;
}

/**
 * How much a term tells texts apart. In a collection of a few, where each word stands in one or two of them, it is what
 * is known about English that tells rare words from common ones: its texts are taken to stand among others.
 */
function termWeight(
  { documentCount, documentFrequency }: TermRarity,
  english: EnglishWords | undefined,
): (term: string) => number {
  if (english === undefined) return (term) => idf(documentCount, documentFrequency(term));
  return (term) =>
    idf(documentCount + BACKGROUND_TEXTS, documentFrequency(term) + BACKGROUND_TEXTS * english.commonness(term));
}
