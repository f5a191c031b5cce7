import { expect, it } from "vitest";
import { fragmentPieces, type Piece, textPieces } from "./highlight.ts";

const marked = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text)).join("");

const FRAGMENT = {
  text: "𠮷野家 opens (at) eight",
  offset: 4,
  matches: [
    { start: 0, end: 3 },
    { start: 10, end: 14 },
  ],
};

it("marks of a fragment the characters that matched", () => {
  expect(marked(fragmentPieces(FRAGMENT))).toBe("[𠮷野家] opens [(at)] eight");
  expect(marked(fragmentPieces({ text: "nothing", offset: 0, matches: [] }))).toBe("nothing");
});

it("marks the same in the whole text, and loses nothing of it", () => {
  const text = "(at) nine 𠮷野家 opens (at) eight.\n";
  expect(marked(textPieces(text, [FRAGMENT]))).toBe("[(at)] nine [𠮷野家] opens [(at)] eight.\n");
  expect(marked(textPieces(text, []))).toBe(text);
});
