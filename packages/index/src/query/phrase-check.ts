import { linkWords, type Phrase, plainWords } from "@quarry/text";
import type { PassageText } from "../passages/passage.ts";

/** Whether a passage contains all phrases, each in its text, its context or the URLs of its links. */
export const containsPhrases = (
  phrases: readonly Phrase[],
  { text, contextText, layout = "" }: PassageText,
): boolean => {
  const parts = [text, contextText, linkWords(layout)].map(plainWords);
  return phrases.every((phrase) => parts.some((part) => phrase.isIn(part)));
};
