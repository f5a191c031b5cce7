import { isGram } from "@quarry/text";
import { addTerm, dampedFrequency, normalise, TERM_LENGTH } from "../hashed-vector.ts";
import type { TermRarity } from "../term-rarity.ts";
import {
  BESIDE_THE_WORD_ITSELF,
  MOST_EXPANDED_TERMS,
  TEXTS_FOR_HALF_INFLUENCE,
  TURNED_AWAY,
} from "./english-limits.ts";
import type { EnglishWords, NearTerm } from "./english-words.ts";

/** Terms, statistics and weights that determine a query's vector. */
export interface EnglishQuery {
  readonly terms: ReadonlyMap<string, number>;
  readonly rarity: TermRarity;
  /** Weight of a term: how well it distinguishes texts. */
  readonly weightOf: (term: string) => number;
}

/** Whether the terms include grams, which are made from texts in other languages. */
export const isForeign = (terms: ReadonlyMap<string, number>): boolean => [...terms.keys()].some(isGram);

/** Returns near words for each term that texts may express differently. */
export function nearTerms(
  terms: ReadonlyMap<string, number>,
  english: EnglishWords,
): ReadonlyMap<string, readonly NearTerm[]> {
  const first = [...terms.keys()].slice(0, MOST_EXPANDED_TERMS);
  return new Map(first.map((term) => [term, english.near(term).filter((near) => !terms.has(near.term))]));
}

/**
 * Adds near words that occur in the collection to a query's vector, which is not normalised yet. Words without a
 * counterpart in the collection turn the vector away from the direction common to all English texts: a query with only
 * one known, common word is no nearer to them than a fully known query.
 */
export function addEnglish(
  vector: Float32Array,
  { terms, rarity, weightOf }: EnglishQuery,
  english: EnglishWords,
): void {
  const { documentCount, documentFrequency } = rarity;
  const influence = 1 / (1 + (documentCount / TEXTS_FOR_HALF_INFLUENCE) ** 2);
  const near = nearTerms(terms, english);
  let unknown = 0;
  for (const [term, mentions] of terms) {
    const count = dampedFrequency(mentions);
    const isKnown = documentFrequency(term) > 0;
    const share = influence * count * (isKnown ? BESIDE_THE_WORD_ITSELF : 1);
    let nearest = 0;
    for (const other of near.get(term) ?? []) {
      if (documentFrequency(other.term) === 0) continue;
      nearest = Math.max(nearest, other.strength);
      addTerm(vector, other.term, share * other.strength * Math.min(weightOf(term), weightOf(other.term)));
    }
    if (!isKnown && LETTERS.test(term)) unknown += (count * weightOf(term)) ** 2 * (1 - nearest ** 2);
  }
  turnAway(vector, influence * TURNED_AWAY * Math.sqrt(unknown));
}

/** Terms of ASCII letters: numbers and words in other alphabets don't indicate a question's subject. */
const LETTERS = /^[a-z]+$/;

/** Terms that nearly every English text contains, whatever its subject. */
const COMMON_TERMS = ["the", "of", "and", "to", "a", "in", "is", "for"];

function turnAway(vector: Float32Array, weight: number): void {
  if (weight === 0) return;
  const common = new Float32Array(vector.length);
  for (const term of COMMON_TERMS) addTerm(common, term, 1);
  normalise(common);
  for (let at = 0; at < vector.length; at++) vector[at]! -= weight * TERM_LENGTH * common[at]!;
}
