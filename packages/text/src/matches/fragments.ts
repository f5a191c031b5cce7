import { isWhitespace, safeSplitIndex, skipWhitespace, type TextRange } from "../characters.ts";
import { sentenceEnd } from "../sentence-end.ts";
import { type Match, PHRASE } from "./match-ranges.ts";

/** Fragment of a text with its matches. */
export interface Fragment extends TextRange {
  /** Matches in order; offsets in the whole text. */
  readonly matches: readonly TextRange[];
}

export interface FragmentOptions {
  /** Maximum number of fragments. */
  readonly count: number;
  /** Maximum UTF-16 units of a fragment. */
  readonly length: number;
}

/**
 * Maximum number of matches inspected in a text, for all of its fragments: a text can consist of nothing but query
 * words.
 */
export const MOST_MATCHES = 4_096;

/**
 * Returns the fragments of a text with most of a query's words, in the order of the text. Each begins with a sentence
 * if its matches are near the beginning of one, otherwise with a word. A text no longer than one fragment is returned
 * as a whole. Without matches there are no fragments.
 */
export function fragmentsOf(text: string, matches: readonly Match[], { count, length }: FragmentOptions): Fragment[] {
  if (matches.length > 0 && text.length <= length) return [{ start: 0, end: text.length, matches }];
  const candidates = matches
    .slice(0, MOST_MATCHES)
    .map((match) => (match.end - match.start > length ? { ...match, end: match.start + length } : match));
  const taken: Fragment[] = [];
  for (let remaining: readonly Match[] = candidates; taken.length < count && remaining.length > 0;) {
    const best = bestWindow(remaining, length);
    const { start, end } = withContext(text, best, length, taken);
    taken.push({ start, end, matches: candidates.filter((match) => match.start >= start && match.end <= end) });
    remaining = remaining.filter((match) => match.end <= start || match.start >= end);
  }
  return taken.toSorted((a, b) => a.start - b.start);
}

/** Weight of a phrase: more than the number of words of any query. */
const PHRASE_WEIGHT = 10_000;

/**
 * Returns the best window of matches: preferably with a phrase, then with the most distinct words, then with the most
 * matches; the first of equals.
 */
function bestWindow(matches: readonly Match[], length: number): TextRange {
  const counts = new Map<number, number>();
  let best = { weight: 0, matches: 0, from: 0, to: 0 };
  let from = 0;
  for (let to = 0; to < matches.length; to++) {
    counts.set(matches[to]!.word, (counts.get(matches[to]!.word) ?? 0) + 1);
    for (; matches[to]!.end - matches[from]!.start > length; from++) {
      const { word } = matches[from]!;
      const rest = counts.get(word)! - 1;
      if (rest === 0) counts.delete(word);
      else counts.set(word, rest);
    }
    const matchCount = to - from + 1;
    const weight = counts.size + (counts.has(PHRASE) ? PHRASE_WEIGHT : 0);
    if (weight > best.weight || (weight === best.weight && matchCount > best.matches)) {
      best = { weight, matches: matchCount, from, to };
    }
  }
  return { start: matches[best.from]!.start, end: matches[best.to]!.end };
}

/** Share of the remaining space before the matches, if their sentence begins too far back. */
const SHARE_BEFORE = 0.3;

function withContext(text: string, shown: TextRange, length: number, taken: readonly TextRange[]): TextRange {
  const lowest = Math.max(0, ...taken.filter(({ end }) => end <= shown.start).map(({ end }) => end));
  const highest = Math.min(text.length, ...taken.filter(({ start }) => start >= shown.end).map(({ start }) => start));
  const capacity = length - (shown.end - shown.start);
  const sentence = sentenceAround(text, shown.start, Math.max(lowest, shown.start - capacity));
  const before =
    sentence ?? wordStart(text, Math.max(lowest, shown.start - Math.floor(capacity * SHARE_BEFORE)), shown.start);
  const furthest = Math.min(highest, before + length);
  const end = furthest === text.length ? furthest : fragmentEnd(text, shown.end, furthest);
  return { start: before, end };
}

/** Returns the start of the sentence that contains `at`, unless it is before `lowest`. */
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

/** Returns the end of the last sentence that ends between `from` and `to`, or of the last word. */
function fragmentEnd(text: string, from: number, to: number): number {
  let last: number | undefined;
  for (let at = sentenceEnd(text, from); at <= to; at = sentenceEnd(text, at)) {
    last = at;
    if (at >= text.length) break;
  }
  // A sentence that ends early would waste space.
  if (last !== undefined && last - from >= (to - from) / 2) return last;
  return wordEnd(text, from, to);
}

/** Maximum word length: longer words are data, or in a script without spaces. */
const LONG_WORD = 40;

/** Returns the end of the last word that ends between `from` and `to`; splits a long word. */
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
