import { idf } from "@quarry/text";
import { LEAST_BACKGROUND_TEXTS } from "./english/english-limits.ts";
import type { EnglishWords } from "./english/english-words.ts";

/** Number of chunks in the collection, and of those that contain a term. */
export interface TermRarity {
  readonly documentCount: number;
  readonly documentFrequency: (term: string) => number;
}

/**
 * Returns the weight of a term: how well it distinguishes texts. The English dictionary distinguishes rare from common
 * words, by treating the collection's texts as part of a larger corpus. In a small collection each word occurs in only
 * one or two texts, and in uniform texts the words that frame a question are as rare as names.
 */
export function termWeight(
  { documentCount, documentFrequency }: TermRarity,
  english: EnglishWords | undefined,
): (term: string) => number {
  if (english === undefined) return (term) => idf(documentCount, documentFrequency(term));
  const background = Math.max(LEAST_BACKGROUND_TEXTS, documentCount);
  return (term) => idf(documentCount + background, documentFrequency(term) + background * english.commonness(term));
}
