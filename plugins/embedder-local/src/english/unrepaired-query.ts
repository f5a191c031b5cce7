import type { RepairedText } from "@quarry/plugin";
import { spelledWords, wordTerm } from "@quarry/text";
import type { EnglishWords } from "./english-words.ts";

/**
 * Undoes corrections of correct English words: spelling correction treats words missing from the collection as
 * misspelt, and would replace "goat" by "goal".
 */
export function unrepairedQuery(query: string, { text, repairs }: RepairedText, english: EnglishWords): string {
  const wrong = repairs.filter(({ word }) => !english.has(wordTerm(word)));
  if (wrong.length === repairs.length) return text;
  const replacements = new Map(wrong.map(({ word, replacement }) => [word, replacement]));
  const spelled = spelledWords(query);
  let rest = 0;
  let unrepaired = "";
  for (const { word, start, end } of spelled.words) {
    const replacement = replacements.get(word);
    if (replacement === undefined) continue;
    unrepaired += spelled.text.slice(rest, start) + replacement;
    rest = end;
  }
  return unrepaired + spelled.text.slice(rest);
}
