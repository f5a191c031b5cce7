import { idf } from "@quarry/text";
import { writeDocumentVector } from "./document-vector.ts";
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
}

/**
 * The unit vector of a query: each term weighs as much as it tells chunks of this collection apart. Terms that the
 * collection doesn't hold are left out (a typo would otherwise weigh most). When none is left the query is taken for a
 * text: it is near to nothing then, but a search still fills its `top_k`, as it does with any other embedder.
 */
export function queryVector(
  text: string,
  terms: ReadonlyMap<string, number>,
  { rarity, dimension, fit }: QueryCollection,
): Float32Array {
  const vector = new Float32Array(dimension);
  const weights = termWeights(terms, rarity);
  for (const [term, weight] of weights) addTerm(vector, term, weight);
  if (!normalise(vector)) writeDocumentVector(text, vector);
  else if (fit !== undefined) addRelatedWords(vector, weights, fit);
  return vector;
}

function termWeights(terms: ReadonlyMap<string, number>, rarity: TermRarity): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const [term, count] of terms) {
    const frequency = rarity.documentFrequency(term);
    if (frequency > 0) weights.set(term, dampedFrequency(count) * idf(rarity.documentCount, frequency));
  }
  return weights;
}
