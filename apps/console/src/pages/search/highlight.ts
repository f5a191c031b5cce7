import type { contract, Message } from "../../api/rest.ts";

/** A piece of a text, and whether the query asked for it. */
export interface Segment {
  readonly text: string;
  readonly isHit: boolean;
}

type Fragment = Message<contract.HighlightedFragment>;

/** Pieces of a fragment, with its matches marked. */
export const fragmentPieces = ({ text, matches }: Fragment): readonly Segment[] => {
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

/** A whole text: its fragments, and in between the words that are marked in one of them. */
export const textPieces = (text: string, fragments: readonly Fragment[]): readonly Segment[] => {
  const characters = [...text];
  const between = (start: number, end?: number) => knownPieces(characters.slice(start, end).join(""), fragments);
  const segments: Segment[] = [];
  let last = 0;
  for (const fragment of fragments) {
    segments.push(...between(last, fragment.offset), ...fragmentPieces(fragment));
    last = fragment.offset + [...fragment.text].length;
  }
  return [...segments, ...between(last)];
};

/** A letter of a script that writes words apart: beside one a piece is a part of a word. */
const WORD_LETTER = String.raw`(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}])[\p{L}\p{N}\p{M}]`;

const knownPieces = (text: string, fragments: readonly Fragment[]): readonly Segment[] => {
  const marked = new Set(fragments.flatMap(fragmentPieces).flatMap((segment) => (segment.isHit ? [segment.text] : [])));
  if (marked.size === 0) return text === "" ? [] : [{ text, isHit: false }];
  // The longest of several with the same beginning wins.
  const longestFirst = [...marked].toSorted((a, b) => b.length - a.length);
  const whole = `(?<!${WORD_LETTER})(${longestFirst.map(escaped).join("|")})(?!${WORD_LETTER})`;
  return text
    .split(new RegExp(whole, "gu"))
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((segment) => segment.text !== "");
};

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
