import { indexTerms } from "@quarry/text";

/** What is written of a passage. */
export interface PassageTerms {
  /** What it is found by: the terms of its context and of its text, in their order. */
  readonly terms: readonly string[];
  /** What misspelt words of queries are looked up in. */
  readonly words: ReadonlySet<string>;
}

/** The terms of a passage, with its words. */
export const passageTerms = (contextText: string, text: string): PassageTerms => {
  const words = new Set<string>();
  // Halves of a character that stand alone are no text and would not survive being stored.
  const terms = indexTerms(text.toWellFormed(), words);
  if (contextText === "") return { terms, words };
  return { terms: [...indexTerms(contextText.toWellFormed(), words), ...terms], words };
};
