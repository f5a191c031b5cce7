import { analyze } from "@quarry/text";

/** What a passage is found by: the terms of its context and of its text, in their order. */
export const passageTerms = (contextText: string, text: string): readonly string[] => {
  // Halves of a character that stand alone are no text and would not survive being stored.
  const terms = analyze(text.toWellFormed());
  return contextText === "" ? terms : [...analyze(contextText.toWellFormed()), ...terms];
};
