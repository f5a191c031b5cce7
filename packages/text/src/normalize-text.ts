import { noteMarkBreak } from "./note-mark.ts";

const NON_ASCII = /[\u0080-\uffff]/;
/** Soft hyphen, zero-width space and joiners, word joiner, byte order mark: invisible, and inside words. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]|\u200c|\u200d/g;
const RAISED_DIGITS = /(?<=[\p{L}\p{M}])[⁰¹²³⁴-⁹]{1,3}/gu;
/** `noteMarkBreak` looks at no more. */
const MAX_LOOKBACK = 64;

/**
 * Normalizes a text for analysis: compatibility forms become one, invisible characters are removed, and note marks are
 * set apart from their word (`agreement⁷`; powers such as `cm²` stay whole).
 */
export function normalizeText(text: string): string {
  if (!NON_ASCII.test(text)) return text;
  return text.replace(RAISED_DIGITS, apart).normalize("NFKC").replace(INVISIBLE, "");
}

/** Offsets of note marks that `normalizeText` sets apart from their words. */
export function noteMarks(text: string): number[] {
  const marks: number[] = [];
  for (const { 0: mark, index } of text.matchAll(RAISED_DIGITS))
    if (apart(mark, index, text) !== mark) marks.push(index);
  return marks;
}

function apart(mark: string, start: number, text: string): string {
  const before = text.slice(Math.max(0, start - MAX_LOOKBACK), start);
  return noteMarkBreak(before, mark.normalize("NFKC")) ? ` ${mark}` : mark;
}
