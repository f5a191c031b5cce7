import type { TextRange } from "./placed-text.ts";

/** A span of a text that a query is found by. */
export interface Match extends TextRange {
  /** Number of the query's word, the same for the same word, and `PHRASE` for all phrases. */
  readonly word: number;
}

export const PHRASE = -1;

/** Merges matches that overlap, under the name of the longest that begins first; in order. */
export function apart(matches: readonly Match[]): readonly Match[] {
  const ordered = matches.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const retained: Match[] = [];
  for (const match of ordered) {
    const last = retained.at(-1);
    if (last === undefined || match.start >= last.end) retained.push(match);
    else if (match.end > last.end) retained[retained.length - 1] = { ...last, end: match.end };
  }
  return retained;
}

/** Scripts that write no spaces between words, and words in letters: two letters are no word. */
const UNSPACED_LETTER = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PAIR_LENGTH = 2;

/** Without pairs of letters that stand alone somewhere within other words, where there is more to see. */
export function withoutStrays(text: string, matches: readonly Match[]): readonly Match[] {
  const isPair = ({ start, end }: Match): boolean =>
    end - start <= PAIR_LENGTH && UNSPACED_LETTER.test(text.charAt(start));
  const retained = matches.filter((match) => !isPair(match));
  return retained.some(({ start }) => UNSPACED_LETTER.test(text.charAt(start))) ? retained : matches;
}

const MARK = /\p{M}/u;
const FIRST_MARK = 0x300;
/** Combining marks inspected on one character; a text may consist of nothing else. */
const MOST_MARKS = 32;

/** Extends the range to whole characters: the marks of its last one, and the character that its first mark is on. */
export function whole(text: string, range: TextRange): TextRange {
  let { start, end } = range;
  for (let marks = 0; marks < MOST_MARKS && start > 0 && isMark(text, start); marks++) start--;
  for (let marks = 0; marks < MOST_MARKS && end < text.length && isMark(text, end); marks++) end++;
  return { start, end };
}

const isMark = (text: string, index: number): boolean =>
  text.charCodeAt(index) >= FIRST_MARK && MARK.test(text.charAt(index));
