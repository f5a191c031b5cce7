import { wordTerm } from "@quarry/text";
import type { TermRarity } from "../term-rarity.ts";

const terms = (words: string) => words.split(" ").map(wordTerm);

/** Frequent words of English that other languages don't have; not `of` (Dutch), `to` (Polish) or `are` (Romanian). */
const ENGLISH = terms("the and with from your this");

/** The same of other languages in Latin script, in about the order of how many write them. */
const OTHERS = terms("de der und die la les el los que est een het och og di che da nie jest ve bir si un na az je ja");

/** Terms whose frequencies show a collection's language. */
export const LANGUAGE_TERMS: readonly string[] = [...ENGLISH, ...OTHERS];

/**
 * Whether a collection's texts may be English: no other language shows in more of them. Texts without any such word, as a
 * list of names, may be.
 */
export function mayBeEnglish({ documentFrequency }: TermRarity): boolean {
  const most = (words: readonly string[]) => Math.max(...words.map(documentFrequency));
  return most(ENGLISH) >= most(OTHERS);
}
