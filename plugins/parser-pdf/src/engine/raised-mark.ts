/** Maximum size of a note mark and its minimum rise above the baseline, as shares of the text's size. */
const MARK_SCALE = 0.87;
const MARK_RISE = 0.15;

/** No mark follows a space or a number. */
const NO_MARK_AFTER = /[\s\p{N}]/u;
const POSSIBLE_MARK =
  /\(?(?:\d{1,3}|[*†‡§¶#]{1,3}|[a-z])(?:[,;–—-](?:\d{1,3}|[*†‡§¶#]{1,3}|[a-z]))*\)?(?![\p{L}\p{N}])/iuy;

/** Returns the text at this position that is a note mark if it is raised. */
export function possibleMark(text: string, start: number): string | undefined {
  if (start > 0 && NO_MARK_AFTER.test(text[start - 1]!)) return undefined;
  POSSIBLE_MARK.lastIndex = start;
  return POSSIBLE_MARK.exec(text)?.[0];
}

/** A note begins with a word. Shorter ones can be chemical elements with a superscript mass number (`14C`). */
const NOTE_WORD = /^["“„«‘(]?\p{L}{3}/u;
const MAX_MARK_FIGURES = 3;

/** Whether the text of a note can begin at this position, after a mark at the start of the line. */
export const startsNote = (text: string, start: number): boolean =>
  start <= MAX_MARK_FIGURES && /^\d+$/.test(text.slice(0, start)) && NOTE_WORD.test(text.slice(start, start + 4));

/** Font size and baseline of a letter, in points. */
export interface LetterMetrics {
  readonly size: number;
  readonly baseline: number;
}

/** Whether a letter is small and high enough to be a raised mark next to its text. */
export const isRaised = (text: LetterMetrics, mark: LetterMetrics): boolean =>
  mark.size <= text.size * MARK_SCALE && mark.baseline - text.baseline > text.size * MARK_RISE;
