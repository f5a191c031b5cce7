import { wordTerm } from "@quarry/text";
import type { TermRarity } from "../term-rarity.ts";

const terms = (words: string) => words.split(" ").map(wordTerm);

/** Frequent English words that don't occur in other languages; not `of` (Dutch), `to` (Polish) or `are` (Romanian). */
const ENGLISH = terms("the and with from your this");

/** Equivalent words of other languages in Latin script, roughly by number of writers. */
const OTHERS = terms("de der und die la les el los que est een het och og di che da nie jest ve bir si un na az je ja");

/** Terms whose frequencies show a collection's language. */
export const LANGUAGE_TERMS: readonly string[] = [...ENGLISH, ...OTHERS];

/**
 * Whether a collection's texts may be English: true if no other language occurs in more of them. Texts without any such
 * word, for example a list of names, may be English.
 */
export function mayBeEnglish({ documentFrequency }: TermRarity): boolean {
  const most = (words: readonly string[]) => Math.max(...words.map(documentFrequency));
  return most(ENGLISH) >= most(OTHERS);
}
