import { idf } from "@quarry/text";
import { writeDocumentVector } from "./document-vector.ts";
import { addTerm, dampedFrequency, normalise } from "./hashed-vector.ts";

/** How many chunks the collection has, and how many of them hold a term. */
export interface TermRarity {
  readonly documentCount: number;
  readonly documentFrequency: (term: string) => number;
}

/**
 * The unit vector of a query: each term weighs as much as it tells chunks of this collection apart. Terms that the
 * collection doesn't hold are left out (a typo would otherwise weigh most). When none is left the query is taken for a
 * text: it is near to nothing then, but a search still fills its `top_k`, as it does with any other embedder.
 */
export function queryVector(
  text: string,
  terms: ReadonlyMap<string, number>,
  rarity: TermRarity,
  dimension: number,
): Float32Array {
  const vector = new Float32Array(dimension);
  for (const [term, count] of terms) {
    const frequency = rarity.documentFrequency(term);
    if (frequency > 0) addTerm(vector, term, dampedFrequency(count) * idf(rarity.documentCount, frequency));
  }
  if (!normalise(vector)) writeDocumentVector(text, vector);
  return vector;
}
