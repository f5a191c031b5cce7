import { idf } from "@quarry/text";
import { LEAST_BACKGROUND_TEXTS } from "./english/english-limits.ts";
import type { EnglishWords } from "./english/english-words.ts";

/** Number of chunks in the collection, and of those that contain a term. */
export interface TermRarity {
  readonly documentCount: number;
  readonly documentFrequency: (term: string) => number;
}

/**
 * Weight of a term: how well it tells texts apart. The English dictionary tells rare words from common ones: the texts of the
 * collection are taken to stand among others. In a few texts each word stands in one or two, and in texts of one kind
 * the words of a question's frame are as rare as names.
 */
export function termWeight(
  { documentCount, documentFrequency }: TermRarity,
  english: EnglishWords | undefined,
): (term: string) => number {
  if (english === undefined) return (term) => idf(documentCount, documentFrequency(term));
  const background = Math.max(LEAST_BACKGROUND_TEXTS, documentCount);
  return (term) => idf(documentCount + background, documentFrequency(term) + background * english.commonness(term));
}
