import { analyzeWords } from "./analyzer.ts";
import { classAt, WORD } from "./character-classes.ts";
import { joinedNumber } from "./joined-number.ts";
import { JoinedWords } from "./joined-words.ts";
import { normalizeText } from "./normalize-text.ts";
import { characterLength, scan } from "./scan-words.ts";
import { isGram } from "./word-grams.ts";

/** What a query may mean by some of its words. */
export interface WrittenTogether {
  /** As one word: a term. */
  readonly joined: string;
  readonly start: number;
  readonly end: number;
}

/** What words of a query, which must be normalized, are when they are written as one word. */
export function writtenTogether(query: string): readonly WrittenTogether[] {
  const found: WrittenTogether[] = [];
  const words = new JoinedWords(
    query,
    (joined, start, end, kind) => {
      if (kind !== "beginning") found.push({ joined, start, end });
    },
    { joinsLetters: true },
  );
  scan(query, () => {}, words);
  words.finish();
  return found;
}

/**
 * By term of a query, the forms that what it stands for is written in, itself first. A text holds the term as often as the
 * most frequent of its forms, and that as often as the form and its `otherSpelling` together: so `sign`, `off` and
 * `signoff` are each found once in a text with `sign-off` and in one with `signoff`.
 */
export function spellingsOf(query: string, terms: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const text = normalizeText(query);
  const spellings = new Map<string, Set<string>>();
  for (const term of terms) if (mayBeSpelled(term)) spellings.set(term, new Set([term]));
  for (const term of [...spellings.keys()]) {
    const number = joinedNumber(term);
    if (number !== undefined) spellings.get(number)?.add(term);
  }
  for (const { joined, start, end } of writtenTogether(text)) {
    for (const term of analyzeWords(text.slice(start, end))) spellings.get(term)?.add(joined);
  }
  return new Map(Array.from(spellings, ([term, forms]) => [term, [...forms]]));
}

/** Pairs of characters are never written as one word, nor are grams. */
function mayBeSpelled(term: string): boolean {
  return !isGram(term) && (classAt(term, 0) === WORD || term.length === characterLength(term, 0));
}
