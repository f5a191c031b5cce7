import { idf } from "@quarry/text";
import { BACKGROUND_TEXTS } from "./english/english-limits.ts";
import type { EnglishWords } from "./english/english-words.ts";

/** Number of chunks in the collection, and of those that contain a term. */
export interface TermRarity {
  readonly documentCount: number;
  readonly documentFrequency: (term: string) => number;
}

/**
 * Weight of a term: how well it tells texts apart. In a collection of a few texts, where each word stands in one or two
 * of them, the English dictionary tells rare words from common ones: its texts are taken to stand among others.
 */
export function termWeight(
  { documentCount, documentFrequency }: TermRarity,
  english: EnglishWords | undefined,
): (term: string) => number {
  if (english === undefined) return (term) => idf(documentCount, documentFrequency(term));
  return (term) =>
    idf(documentCount + BACKGROUND_TEXTS, documentFrequency(term) + BACKGROUND_TEXTS * english.commonness(term));
}
