import type { contract, Message } from "../../api/rest.ts";

/** Segment of a text, and whether it matches the query. */
export interface Segment {
  readonly text: string;
  readonly isHit: boolean;
}

type Fragment = Message<contract.HighlightedFragment>;

/** Splits a fragment into segments, with its matches highlighted. */
export const fragmentSegments = ({ text, matches }: Fragment): readonly Segment[] => {
  const characters = [...text];
  const segments: Segment[] = [];
  const add = (start: number, end: number, isHit: boolean): void => {
    if (end > start) segments.push({ text: characters.slice(start, end).join(""), isHit });
  };
  let last = 0;
  for (const { start, end } of matches) {
    add(last, start, false);
    add(start, end, true);
    last = end;
  }
  add(last, characters.length, false);
  return segments;
};

/**
 * Splits a whole text into segments: its fragments and, in between, every occurrence of the terms highlighted in one of
 * them.
 */
export const textSegments = (text: string, fragments: readonly Fragment[]): readonly Segment[] => {
  const characters = [...text];
  const between = (start: number, end?: number) =>
    highlightKnownTerms(characters.slice(start, end).join(""), fragments);
  const segments: Segment[] = [];
  let last = 0;
  for (const fragment of fragments) {
    segments.push(...between(last, fragment.offset), ...fragmentSegments(fragment));
    last = fragment.offset + [...fragment.text].length;
  }
  return [...segments, ...between(last)];
};

/** Letter of a script that separates words. Next to one, a match is only part of a word. */
const WORD_LETTER = String.raw`(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}])[\p{L}\p{N}\p{M}]`;

const highlightKnownTerms = (text: string, fragments: readonly Fragment[]): readonly Segment[] => {
  const marked = new Set(
    fragments.flatMap(fragmentSegments).flatMap((segment) => (segment.isHit ? [segment.text] : [])),
  );
  if (marked.size === 0) return text === "" ? [] : [{ text, isHit: false }];
  // Longest first: of several terms with the same prefix, the longest must match.
  const longestFirst = [...marked].toSorted((a, b) => b.length - a.length);
  const pattern = `(?<!${WORD_LETTER})(${longestFirst.map(escaped).join("|")})(?!${WORD_LETTER})`;
  return text
    .split(new RegExp(pattern, "gu"))
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((segment) => segment.text !== "");
};

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
