import type { Passage } from "@quarry/index";
import { indexText, spelledWords, wordTerm } from "@quarry/text";

/** Tries every word that is one edit away, or that a second edit reaches, without any of the index's shortcuts. */
export const referenceRepair = (rows: readonly Passage[], query: string): string => {
  const words = new Set<string>();
  const frequencies = new Map<string, number>();
  for (const { contextText, text } of rows) {
    for (const term of new Set([...indexText(contextText, words).terms, ...indexText(text, words).terms])) {
      frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    }
  }
  const spelled = spelledWords(query);
  let repaired = query;
  for (const { word, terms } of spelled.words) {
    if (terms.some((term) => frequencies.has(term))) continue;
    const close = (edits: number) => [...words].filter((other) => isWithin(word, other, edits));
    const near = close(1);
    const candidates = near.length > 0 || word.length < 8 ? near : close(2);
    const likelihood = (other: string): number =>
      frequencies.get(wordTerm(other))! *
      (other[0] === word[0] ? 1 : 0.1) *
      (lettersOf(other) === lettersOf(word) ? 4 : 1);
    const [best] = candidates
      .filter((other) => other[0] === word[0] || word.length > 4)
      .toSorted((a, b) => likelihood(b) - likelihood(a) || (a < b ? -1 : 1));
    if (best !== undefined) repaired = repaired.replace(word, best);
  }
  return repaired;
};

const lettersOf = (word: string): string => [...new Set(word)].toSorted().join("");

/** Optimal string alignment, implemented independently. */
const isWithin = (a: string, b: string, edits: number): boolean => {
  if (a === b) return true;
  if (edits === 0 || Math.abs(a.length - b.length) > edits) return false;
  if (a === "" || b === "") return Math.max(a.length, b.length) <= edits;
  if (a[0] === b[0] && isWithin(a.slice(1), b.slice(1), edits)) return true;
  return (
    isWithin(a.slice(1), b, edits - 1) ||
    isWithin(a, b.slice(1), edits - 1) ||
    isWithin(a.slice(1), b.slice(1), edits - 1) ||
    (a[0] === b[1] && a[1] === b[0] && a.length > 1 && isWithin(a.slice(2), b.slice(2), edits - 1))
  );
};
