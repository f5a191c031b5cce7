import { indexText, linkWords } from "@quarry/text";
import type { PassageText } from "../passages/passage.ts";

/**
 * Weight of a context term relative to a text term. Questions name the document and the section that they mean with
 * only a word or two among many others.
 */
const CONTEXT_WEIGHT = 3;

/** Terms that are indexed for a passage. */
export interface PassageTerms {
  /** Terms of the context (repeated by weight), of the text, and of the link addresses (once each). */
  readonly terms: readonly string[];
  /**
   * Passage length for BM25, at least 1: a passage that contains only stop words is short, but the average length is a
   * divisor and must not become 0.
   */
  readonly length: number;
  /** Words for the spelling dictionary. */
  readonly words: ReadonlySet<string>;
}

/**
 * Returns the terms and words of a passage. Link addresses are not text: they count neither for the length nor for
 * spelling.
 */
export const passageTerms = ({ contextText, text, layout = "" }: PassageText): PassageTerms => {
  const words = new Set<string>();
  // Lone surrogates are not text and can't be stored as UTF-8.
  const own = indexText(text.toWellFormed(), words);
  const linkText = linkWords(layout);
  const linkTerms = linkText === "" ? [] : new Set(indexText(linkText, new Set()).terms);
  const terms = linkText === "" ? own.terms : [...own.terms, ...linkTerms];
  if (contextText === "") return { terms, length: Math.max(1, own.length), words };
  const context = indexText(contextText.toWellFormed(), words);
  const contextTerms = Array.from({ length: CONTEXT_WEIGHT }, () => context.terms).flat();
  return { terms: [...contextTerms, ...terms], length: Math.max(1, context.length + own.length), words };
};
