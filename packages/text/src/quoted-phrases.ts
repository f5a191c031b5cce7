import { classAt, OTHER } from "./character-classes.ts";

/** What stands between two quotation marks of a query. */
export interface QuotedRange {
  readonly start: number;
  readonly end: number;
}

/** Marks that open a phrase, with those that close it: as keyboards give them, and as text programs rewrite them. */
const CLOSING_MARKS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["“", "”"],
  ["„", "“”"],
]);

/**
 * The quoted phrases of a normalized query. A mark opens one only before a word and none beside one (`5" pipe` has no phrase), and
 * closes it only if no word goes on behind it; a mark without a partner is plain text, as is one around nothing.
 */
export function quotedPhrases(text: string): QuotedRange[] {
  const ranges: QuotedRange[] = [];
  for (let index = 0; index < text.length; index++) {
    const closing = CLOSING_MARKS.get(text[index]!);
    if (closing === undefined || isWordAt(text, index - 1)) continue;
    const end = findClosing(text, index + 1, closing);
    if (end < 0) continue;
    if (holdsWord(text, index + 1, end)) ranges.push({ start: index + 1, end });
    index = end;
  }
  return ranges;
}

function findClosing(text: string, start: number, marks: string): number {
  for (let index = start; index < text.length; index++) {
    if (marks.includes(text[index]!) && !isWordAt(text, index + 1)) return index;
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
