import { idf } from "@quarry/text";
import { BACKGROUND_TEXTS } from "./english/english-limits.ts";
import type { EnglishWords } from "./english/english-words.ts";

/** How many chunks the collection has, and how many of them hold a term. */
export interface TermRarity {
  readonly documentCount: number;
  readonly documentFrequency: (term: string) => number;
}

/**
 * How much a term tells texts apart. In a collection of a few, where each word stands in one or two of them, it is what
 * is known about English that tells rare words from common ones: its texts are taken to stand among others.
 */
export function termWeight(
  { documentCount, documentFrequency }: TermRarity,
  english: EnglishWords | undefined,
): (term: string) => number {
  if (english === undefined) return (term) => idf(documentCount, documentFrequency(term));
  return (term) =>
    idf(documentCount + BACKGROUND_TEXTS, documentFrequency(term) + BACKGROUND_TEXTS * english.commonness(term));
}
