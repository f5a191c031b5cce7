import { noteMarkBreak } from "./note-mark.ts";

const NON_ASCII = /[\u0080-\uffff]/;
/** Invisible characters within words: soft hyphen, zero-width space and joiners, word joiner, byte order mark. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]|\u200c|\u200d/g;
const RAISED_DIGITS = /(?<=[\p{L}\p{M}])[⁰¹²³⁴-⁹]{1,3}/gu;

/**
 * Normalizes a text for analysis: folds compatibility forms, removes invisible characters, and separates note marks
 * from their word (`agreement⁷`; powers such as `cm²` stay whole).
 */
export function normalizeText(text: string): string {
  if (!NON_ASCII.test(text)) return text;
  return text.replace(RAISED_DIGITS, apart).normalize("NFKC").replace(INVISIBLE, "");
}

/** Returns the offsets of note marks that `normalizeText` separates from their words. */
export function noteMarks(text: string): number[] {
  const marks: number[] = [];
  for (const { 0: mark, index } of text.matchAll(RAISED_DIGITS))
    if (apart(mark, index, text) !== mark) marks.push(index);
  return marks;
}

function apart(mark: string, start: number, text: string): string {
  return noteMarkBreak(text.slice(0, start), mark.normalize("NFKC")) ? ` ${mark}` : mark;
}
