import { classAt, OTHER, WORD } from "./character-classes.ts";
import { normalizeText } from "./normalize-text.ts";

/** Range between two quotation marks of a query. */
export interface QuotedRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Marks that open a phrase, with those that close it: as keyboards give them, and as text programs rewrite them. Corner
 * brackets are neither, and stand around the titles in Japanese questions.
 */
const CLOSING_MARKS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["“", "”"],
  ["„", "“”"],
  ["«", "»"],
  ["»", "«"],
]);

/** Whether a query has phrases, which a text must contain word by word. */
export function hasPhrases(query: string): boolean {
  return quotedPhrases(normalizeText(query)).length > 0;
}

/**
 * The quoted phrases of a normalized query. A mark opens one only before a word and none beside one (`5" pipe` has no phrase), and
 * closes it only if no word goes on behind it, where words are written apart; a mark without a partner is plain text, as is one around nothing.
 */
export function quotedPhrases(text: string): QuotedRange[] {
  const ranges: QuotedRange[] = [];
  // A mark without a closing one has none further on either: another search for each mark would take quadratic time for
  // a query of marks.
  const unclosed = new Set<string>();
  for (let index = 0; index < text.length; index++) {
    const closing = CLOSING_MARKS.get(text[index]!);
    if (closing === undefined || unclosed.has(closing) || isSpacedWordAt(text, index - 1)) continue;
    const end = findClosing(text, index + 1, closing);
    if (end < 0) {
      unclosed.add(closing);
      continue;
    }
    if (holdsWord(text, index + 1, end)) ranges.push({ start: index + 1, end });
    index = end;
  }
  return ranges;
}

function findClosing(text: string, start: number, marks: string): number {
  for (let index = start; index < text.length; index++) {
    if (marks.includes(text[index]!) && !isSpacedWordAt(text, index + 1)) return index;
  }
  return -1;
}

function holdsWord(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (isWordAt(text, index)) return true;
  return false;
}

function isWordAt(text: string, index: number): boolean {
  return index >= 0 && index < text.length && classAt(text, index) !== OTHER;
}

/** Whether the character is of a script that writes spaces between words: in others, marks stand beside words. */
function isSpacedWordAt(text: string, index: number): boolean {
  return index >= 0 && index < text.length && classAt(text, index) === WORD;
}
