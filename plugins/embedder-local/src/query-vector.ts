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
  /** Training result of the collection; undefined before training. */
  readonly fit: Fit | undefined;
  /** English dictionary; undefined if the collection or the query is in another language. */
  readonly english: EnglishWords | undefined;
}

/**
 * Returns the unit vector of a query. A term's weight is how well it distinguishes chunks of this collection. Terms
 * missing from the collection are omitted (a typo would otherwise have the highest weight), but the English dictionary
 * may provide words in their place. If nothing remains, the query is embedded like a text: it is then near to nothing,
 * but a search still fills its `top_k`, as with any other embedder.
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
