/** Marks of notes are smaller than their text, and raised, by these shares of its size. */
const MARK_SCALE = 0.87;
const MARK_RISE = 0.15;

/** Behind a blank or a number there is no mark. */
const AFTER = /[\s\p{N}]/u;
const POSSIBLE_MARK =
  /\(?(?:\d{1,3}|[*†‡§¶#]{1,3}|[a-z])(?:[,;–—-](?:\d{1,3}|[*†‡§¶#]{1,3}|[a-z]))*\)?(?![\p{L}\p{N}])/iuy;

/** Returns the text at this place that may be the mark of a note if it is raised. */
export function possibleMark(text: string, start: number): string | undefined {
  if (start > 0 && AFTER.test(text[start - 1]!)) return undefined;
  POSSIBLE_MARK.lastIndex = start;
  return POSSIBLE_MARK.exec(text)?.[0];
}

/** A note begins with a word: shorter ones may be elements, of which the raised figure says which (`14C`). */
const WORD = /^["“„«‘(]?\p{L}{3}/u;
const MAX_MARK_FIGURES = 3;

/** Whether the text of a note may begin at this place, behind a mark that begins the line. */
export const startsNote = (text: string, start: number): boolean =>
  start <= MAX_MARK_FIGURES && /^\d+$/.test(text.slice(0, start)) && WORD.test(text.slice(start, start + 4));

/** Where type stands and how large it is, in points. */
export interface TypePlace {
  readonly size: number;
  readonly baseline: number;
}

/** Whether type is that of a raised mark beside its text. */
export const isRaised = (text: TypePlace, mark: TypePlace): boolean =>
  mark.size <= text.size * MARK_SCALE && mark.baseline - text.baseline > text.size * MARK_RISE;
