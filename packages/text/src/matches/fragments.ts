import { isWhitespace, safeSplitIndex, skipWhitespace } from "../characters.ts";
import { sentenceEnd } from "../sentence-end.ts";
import { type Match, PHRASE } from "./match-ranges.ts";
import type { TextRange } from "./placed-text.ts";

/** Fragment of a text, with the matches in it. */
export interface Fragment extends TextRange {
  /** Matches in order; offsets in the whole text. */
  readonly matches: readonly TextRange[];
}

export interface FragmentOptions {
  /** Most fragments. */
  readonly count: number;
  /** Most UTF-16 units of each. */
  readonly length: number;
}

/** Matches inspected in a text, those of a row of fragments: a text may consist of nothing but query words. */
export const MOST_MATCHES = 4_096;

/**
 * Fragments of a text with most of a query's words, in the order of the text. Each begins with a sentence where its
 * matches lie near one's beginning, else with a word; a text that is no longer than one fragment is shown as a whole.
 * Without matches there are none.
 */
export function fragmentsOf(text: string, matches: readonly Match[], { count, length }: FragmentOptions): Fragment[] {
  if (matches.length > 0 && text.length <= length) return [{ start: 0, end: text.length, matches }];
  const left = matches
    .slice(0, MOST_MATCHES)
    .map((match) => (match.end - match.start > length ? { ...match, end: match.start + length } : match));
  const taken: Fragment[] = [];
  for (let open: readonly Match[] = left; taken.length < count && open.length > 0;) {
    const best = bestWindow(open, length);
    const { start, end } = withContext(text, best, length, taken);
    taken.push({ start, end, matches: left.filter((match) => match.start >= start && match.end <= end) });
    open = open.filter((match) => match.end <= start || match.start >= end);
  }
  return taken.toSorted((a, b) => a.start - b.start);
}

/** More than the words of any query. */
const WORTH_OF_PHRASES = 10_000;

/** The window of matches with a phrase, if there is one, with most different words, and of those with most matches; the first of several. */
function bestWindow(matches: readonly Match[], length: number): TextRange {
  const counts = new Map<number, number>();
  let best = { worth: 0, matches: 0, from: 0, to: 0 };
  let from = 0;
  for (let to = 0; to < matches.length; to++) {
    counts.set(matches[to]!.word, (counts.get(matches[to]!.word) ?? 0) + 1);
    for (; matches[to]!.end - matches[from]!.start > length; from++) {
      const { word } = matches[from]!;
      const rest = counts.get(word)! - 1;
      if (rest === 0) counts.delete(word);
      else counts.set(word, rest);
    }
    const held = to - from + 1;
    const worth = counts.size + (counts.has(PHRASE) ? WORTH_OF_PHRASES : 0);
    if (worth > best.worth || (worth === best.worth && held > best.matches)) {
      best = { worth, matches: held, from, to };
    }
  }
  return { start: matches[best.from]!.start, end: matches[best.to]!.end };
}

/** Share of the remaining room in front of the matches, where their sentence begins too far before. */
const SHARE_BEFORE = 0.3;

function withContext(text: string, shown: TextRange, length: number, taken: readonly TextRange[]): TextRange {
  const lowest = Math.max(0, ...taken.filter(({ end }) => end <= shown.start).map(({ end }) => end));
  const highest = Math.min(text.length, ...taken.filter(({ start }) => start >= shown.end).map(({ start }) => start));
  const capacity = length - (shown.end - shown.start);
  const sentence = sentenceAround(text, shown.start, Math.max(lowest, shown.start - capacity));
  const before =
    sentence ?? wordStart(text, Math.max(lowest, shown.start - Math.floor(capacity * SHARE_BEFORE)), shown.start);
  const furthest = Math.min(highest, before + length);
  const end = furthest === text.length ? furthest : cutEnd(text, shown.end, furthest);
  return { start: before, end };
}

/** Start of the sentence that contains `at`, if that is not before `lowest`. */
function sentenceAround(text: string, at: number, lowest: number): number | undefined {
  const line = text.lastIndexOf("\n", at - 1) + 1;
  let start = Math.max(line, lowest);
  let begun = start === line ? skipWhitespace(text, start) : undefined;
  for (let end = sentenceEnd(text, start); end <= at; end = sentenceEnd(text, start)) {
    start = end;
    begun = skipWhitespace(text, end);
  }
  return begun;
}

/** The end of the last sentence that ends from `from` to `to`, or of the last word. */
function cutEnd(text: string, from: number, to: number): number {
  let last: number | undefined;
  for (let at = sentenceEnd(text, from); at <= to; at = sentenceEnd(text, at)) {
    last = at;
    if (at >= text.length) break;
  }
  // A sentence that ends early leaves much unsaid.
  if (last !== undefined && last - from >= (to - from) / 2) return last;
  return wordEnd(text, from, to);
}

/** Longer ones are data, or of a script that writes no words apart. */
const LONG_WORD = 40;

/** The end of the last word that ends from `from` to `to`; in the middle of a long one. */
export function wordEnd(text: string, from: number, to: number): number {
  const lowest = Math.max(from, to - LONG_WORD);
  for (let at = to; at >= lowest; at--) if (isWhitespace(text.charCodeAt(at))) return at;
  let end = safeSplitIndex(text, to, from);
  while (end > from && isWhitespace(text.charCodeAt(end - 1))) end--;
  return end;
}

function wordStart(text: string, from: number, to: number): number {
  if (from === 0 || isWhitespace(text.charCodeAt(from - 1))) return skipWhitespace(text, from);
  for (let at = from; at < to; at++) if (isWhitespace(text.charCodeAt(at))) return skipWhitespace(text, at);
  return safeSplitIndex(text, from, 0);
}
