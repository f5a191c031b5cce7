import { analyze, murmur3, STOP_TERMS } from "@quarry/plugin/text";
import { addTerm, dampedFrequency, normalise } from "./hashed-vector.ts";

/**
 * English stop words nearly vanish, so that they don't drown what shares a place with them, but stay findable: queries
 * weigh words by their rarity in the collection, documents can't (their vectors would change with every upload).
 */
const STOP_TERM_WEIGHT = 0.25;

/**
 * Writes the unit vector of a document's text into `vector`, which must be all zero. The vector depends on nothing but
 * the text and the dimension, and is never all zero, whatever the text.
 */
export function writeDocumentVector(text: string, vector: Float32Array): void {
  const terms = analyze(text);
  // A text without a letter or digit (an emoji, a row of dashes) is told apart by its characters.
  for (const [term, count] of countOf(terms.length > 0 ? terms : Array.from(text)))
    addTerm(vector, term, dampedFrequency(count) * (STOP_TERMS.has(term) ? STOP_TERM_WEIGHT : 1));
  // Terms can cancel each other out in very small vectors; such a text gets a place by its hash.
  if (!normalise(vector)) vector[murmur3(text) % vector.length] = 1;
}

function countOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
