import type { Message } from "../../api/rest.ts";

/** A piece of a text, and whether the query asked for it. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

type Fragment = Message<"HighlightedFragment">;

/** A fragment, with what of it was asked for. */
export const fragmentPieces = ({ text, matches }: Fragment): readonly Piece[] => {
  const characters = [...text];
  const pieces: Piece[] = [];
  const add = (start: number, end: number, isHit: boolean): void => {
    if (end > start) pieces.push({ text: characters.slice(start, end).join(""), isHit });
  };
  let last = 0;
  for (const { start, end } of matches) {
    add(last, start, false);
    add(start, end, true);
    last = end;
  }
  add(last, characters.length, false);
  return pieces;
};

/** A whole text, with all that is marked in its fragments. */
export const textPieces = (text: string, fragments: readonly Fragment[]): readonly Piece[] => {
  const marked = new Set(fragments.flatMap(fragmentPieces).flatMap((piece) => (piece.isHit ? [piece.text] : [])));
  if (marked.size === 0) return [{ text, isHit: false }];
  // Of two that begin alike the longer is meant.
  const longestFirst = [...marked].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${longestFirst.map(escaped).join("|")})`, "gu");
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
};

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
