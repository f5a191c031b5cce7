import { analyze, isNumber, murmur3, STOP_TERMS } from "@quarry/text";
import { addTerm, dampedFrequency, normalise } from "./hashed-vector.ts";
import { LATEST_WEIGHTS, type TextWeights } from "./text-weights.ts";

/**
 * Weight of English stop words: so low that they don't drown others in the same dimension, but stay findable. Queries
 * weigh words by their rarity in the collection, documents can't (their vectors would change with every upload).
 */
const STOP_TERM_WEIGHT = 0.25;

/** Pattern of a year, which names the subject of a text; other numbers are its content. */
const YEAR = /^(?:19|20)\d\d$/;

/** Most UTF-16 units of a lead. A longer one is a paragraph of the text. The platform's context line has no more. */
const MAX_LEAD_LENGTH = 300;

/**
 * Writes the unit vector of a document's text into `vector`, which must be all zero. The vector depends on nothing but
 * the text, the dimension and the weights, and is never all zero, whatever the text.
 */
export function writeDocumentVector(text: string, vector: Float32Array, weights: TextWeights = LATEST_WEIGHTS): void {
  const terms = analyze(text);
  // A text without a letter or digit (an emoji, a row of dashes) is told apart by its characters.
  const counts = countOf(terms.length > 0 ? terms : Array.from(text));
  if (weights.lead > 1)
    for (const term of analyze(leadOf(text))) counts.set(term, (counts.get(term) ?? 0) + weights.lead - 1);
  for (const [term, count] of counts) addTerm(vector, term, dampedFrequency(count) * weightOf(term, weights));
  // Terms can cancel each other out in very small vectors; such a text gets a place by its hash.
  if (!normalise(vector)) vector[murmur3(text) % vector.length] = 1;
}

function weightOf(term: string, weights: TextWeights): number {
  if (STOP_TERMS.has(term)) return STOP_TERM_WEIGHT;
  return isNumber(term) && !YEAR.test(term) ? weights.number : 1;
}

/** The short first paragraph of a text that has more. */
function leadOf(text: string): string {
  const end = text.slice(0, MAX_LEAD_LENGTH + 2).indexOf("\n\n");
  return end === -1 ? "" : text.slice(0, end);
}

function countOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
