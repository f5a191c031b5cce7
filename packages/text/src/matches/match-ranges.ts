import type { TextRange } from "../characters.ts";

/** Span of a text that matches a query. */
export interface Match extends TextRange {
  /** Number of the query word, equal for equal words; `PHRASE` for all phrases. */
  readonly word: number;
}

export const PHRASE = -1;

/**
 * Merges overlapping matches, in order; the result has the word of the first one, the longest if several begin
 * together.
 */
export function withoutOverlaps(matches: readonly Match[]): readonly Match[] {
  const ordered = matches.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const retained: Match[] = [];
  for (const match of ordered) {
    const last = retained.at(-1);
    if (last === undefined || match.start >= last.end) retained.push(match);
    else if (match.end > last.end) retained[retained.length - 1] = { ...last, end: match.end };
  }
  return retained;
}

/** Letters of alphabetic scripts without spaces between words, in which two letters are not a word. */
const UNSPACED_LETTER = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PAIR_LENGTH = 2;

/**
 * Removes isolated pairs of such letters, which match within other words, if longer matches in these scripts remain.
 */
export function withoutStrays(text: string, matches: readonly Match[]): readonly Match[] {
  const isPair = ({ start, end }: Match): boolean =>
    end - start <= PAIR_LENGTH && UNSPACED_LETTER.test(text.charAt(start));
  const retained = matches.filter((match) => !isPair(match));
  return retained.some(({ start }) => UNSPACED_LETTER.test(text.charAt(start))) ? retained : matches;
}

const MARK = /\p{M}/u;
const FIRST_MARK = 0x300;
/** Maximum number of combining marks inspected per character; a text can consist of nothing else. */
const MAX_MARKS = 32;

/** Extends the range to whole characters: to the marks of its last one, and to the base character of its first mark. */
export function wholeCharacters(text: string, range: TextRange): TextRange {
  let { start, end } = range;
  for (let marks = 0; marks < MAX_MARKS && start > 0 && isMark(text, start); marks++) start--;
  for (let marks = 0; marks < MAX_MARKS && end < text.length && isMark(text, end); marks++) end++;
  return { start, end };
}

const isMark = (text: string, index: number): boolean =>
  text.charCodeAt(index) >= FIRST_MARK && MARK.test(text.charAt(index));
