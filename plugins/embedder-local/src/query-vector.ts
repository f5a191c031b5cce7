import { writeDocumentVector } from "./document-vector.ts";
import { addEnglish } from "./english/add-english.ts";
import { MOST_TEXTS } from "./english/english-limits.ts";
import type { EnglishWords } from "./english/english-words.ts";
import { addRelatedWords } from "./training/add-related-words.ts";
import type { Fit } from "./training/trained-projection.ts";
import { addTerm, dampedFrequency, normalise } from "./hashed-vector.ts";
import { type TermRarity, termWeight } from "./term-rarity.ts";

/** Collection properties that a query's vector depends on. */
export interface QueryCollection {
  readonly rarity: TermRarity;
  readonly dimension: number;
  /** Training result of the collection; undefined before the training. */
  readonly fit: Fit | undefined;
  /** English dictionary; undefined where the collection or the query is in another language. */
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
  if (english !== undefined && rarity.documentCount <= MOST_TEXTS)
    addEnglish(vector, { terms, rarity, weightOf }, english);
  if (!normalise(vector)) writeDocumentVector(text, vector);
  else if (fit !== undefined) addRelatedWords(vector, weights, fit);
  return vector;
}
