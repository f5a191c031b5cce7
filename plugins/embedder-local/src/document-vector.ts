import { analyze, isNumber, murmur3, STOP_TERMS } from "@quarry/text";
import { addTerm, dampedFrequency, normalise } from "./hashed-vector.ts";
import { LATEST_WEIGHTS, type TextWeights } from "./text-weights.ts";

/**
 * Weight of English stop words: low enough that they don't outweigh others in the same dimension, but still searchable.
 * Queries weight words by their rarity in the collection. Documents can't, because their vectors would change with
 * every upload.
 */
const STOP_TERM_WEIGHT = 0.25;

/** Pattern of a year, which indicates the subject of a text; other numbers are content. */
const YEAR = /^(?:19|20)\d\d$/;

/**
 * Maximum length of a lead, in UTF-16 units. A longer one is an ordinary paragraph. The platform's context line is
 * never longer.
 */
const MAX_LEAD_LENGTH = 300;

/**
 * Writes the unit vector of a document's text into `vector`, which must be all zero. The vector depends only on the
 * text, the dimension and the weights, and is never all zero.
 */
export function writeDocumentVector(text: string, vector: Float32Array, weights: TextWeights = LATEST_WEIGHTS): void {
  const terms = analyze(text);
  // A text without a letter or digit (an emoji, a row of dashes) is identified by its characters.
  const counts = countOf(terms.length > 0 ? terms : Array.from(text));
  if (weights.lead > 1)
    for (const term of analyze(leadOf(text))) counts.set(term, (counts.get(term) ?? 0) + weights.lead - 1);
  for (const [term, count] of counts) addTerm(vector, term, dampedFrequency(count) * weightOf(term, weights));
  // Terms can cancel each other out in very small vectors. The text then gets one dimension, chosen by its hash.
  if (!normalise(vector)) vector[murmur3(text) % vector.length] = 1;
}

function weightOf(term: string, weights: TextWeights): number {
  if (STOP_TERMS.has(term)) return STOP_TERM_WEIGHT;
  return isNumber(term) && !YEAR.test(term) ? weights.number : 1;
}

/** Returns the short first paragraph of a text that has several. */
function leadOf(text: string): string {
  const end = text.slice(0, MAX_LEAD_LENGTH + 2).indexOf("\n\n");
  return end === -1 ? "" : text.slice(0, end);
}

function countOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
