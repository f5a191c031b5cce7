import { indexText, linkWords } from "@quarry/text";
import type { PassageText } from "../passages/passage.ts";

/**
 * Weight of a term of the context relative to one of the text. Questions name the document and the section that they
 * mean, in a word or two among many others.
 */
const CONTEXT_WEIGHT = 3;

/** Terms that are indexed for a passage. */
export interface PassageTerms {
  /**
   * The terms of a passage: those of its context, as often as each counts, of its text, and, once each, of the addresses of its
   * links.
   */
  readonly terms: readonly string[];
  /**
   * For BM25. At least 1: a passage of stop words alone is short, and the average length, by which it is divided, must not
   * become 0.
   */
  readonly length: number;
  /** Dictionary words for the spelling correction of queries. */
  readonly words: ReadonlySet<string>;
}

/** The terms of a passage, with its words. Addresses are no text: they make it no longer, and repair no query. */
export const passageTerms = ({ contextText, text, layout = "" }: PassageText): PassageTerms => {
  const words = new Set<string>();
  // Halves of a character that stand alone are no text and would not survive being stored.
  const own = indexText(text.toWellFormed(), words);
  const addresses = linkWords(layout);
  const behind = addresses === "" ? [] : new Set(indexText(addresses, new Set()).terms);
  const terms = addresses === "" ? own.terms : [...own.terms, ...behind];
  if (contextText === "") return { terms, length: Math.max(1, own.length), words };
  const context = indexText(contextText.toWellFormed(), words);
  const above = Array.from({ length: CONTEXT_WEIGHT }, () => context.terms).flat();
  return { terms: [...above, ...terms], length: Math.max(1, context.length + own.length), words };
};
