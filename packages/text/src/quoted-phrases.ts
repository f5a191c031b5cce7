import { classAt, OTHER, WORD } from "./character-classes.ts";
import type { TextRange } from "./characters.ts";
import { normalizeText } from "./normalize-text.ts";

/**
 * Opening quotation marks with their closing marks, as typed on keyboards and as converted by text programs. Corner
 * brackets are excluded: they enclose titles in Japanese questions.
 */
const CLOSING_MARKS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["“", "”"],
  ["„", "“”"],
  ["«", "»"],
  ["»", "«"],
]);

/** Whether a query contains phrases, which a text must contain word by word. */
export function hasPhrases(query: string): boolean {
  return quotedPhrases(normalizeText(query)).length > 0;
}

/**
 * Returns the quoted phrases of a normalized query, without their marks. A mark directly after a word does not open one
 * (`5" pipe` has no phrase), and a mark directly before a word does not close one, in scripts with spaces between words.
 * A mark without a partner is plain text, and so is a pair around nothing.
 */
export function quotedPhrases(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  // If a mark has no closing one, there is none further on either: searching again for each mark would be quadratic for
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
    if (containsWord(text, index + 1, end)) ranges.push({ start: index + 1, end });
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

function containsWord(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (classAt(text, index) !== OTHER) return true;
  return false;
}

/**
 * Whether the character is of a script with spaces between words: in other scripts, marks are directly next to words.
 */
function isSpacedWordAt(text: string, index: number): boolean {
  return index >= 0 && index < text.length && classAt(text, index) === WORD;
}
