import type { PageCell, PageLine } from "../engine/page-text.ts";
import { joinLines } from "./divided-word.ts";
import type { DocumentWords } from "./document-words.ts";
import { normalizeText } from "./mend-text.ts";
import type { RuledGrid } from "./ruled-grid.ts";

/** The middle of a text's height over its baseline, in font sizes. */
export const MIDDLE = 0.3;

/** Joining longer texts line by line takes time by the square of their length. */
const MAX_JOINED_CHARACTERS = 20_000;

/** A cell of a line within a grid. */
export interface Piece extends PageCell {
  readonly line: PageLine;
  readonly row: number;
  readonly column: number;
}

/** Returns the parts of a line that stand in the grid. */
export function piecesOf(line: PageLine, { across, down }: RuledGrid): Piece[] {
  const height = line.baseline + line.size * MIDDLE;
  if (height > down[0]! || height < down.at(-1)! || line.right < across[0]! || line.left > across.at(-1)!) return [];
  const row = down.findLastIndex((place) => place >= height);
  return line.cells.flatMap((cell) => {
    const middle = (cell.left + cell.right) / 2;
    const column = across.findLastIndex((place) => place <= middle);
    return column < 0 || column >= across.length - 1 ? [] : [{ ...cell, line, row, column }];
  });
}

/** The pieces by the line that they stand on, from top to bottom. */
export function byBaseline(row: readonly Piece[]): Piece[][] {
  const bands: Piece[][] = [];
  for (const piece of row.toSorted((a, b) => b.line.baseline - a.line.baseline)) {
    const last = bands.at(-1);
    if (last !== undefined && last[0]!.line.baseline - piece.line.baseline < piece.line.size * MIDDLE) last.push(piece);
    else bands.push([piece]);
  }
  return bands;
}

/** The texts of a row's cells by column, the lines of each put together. */
export function cellTexts(row: readonly Piece[], columns: number, words: DocumentWords): string[] {
  const texts = Array.from({ length: columns }, () => "");
  const inOrder = byBaseline(row).flatMap((band) => band.toSorted((a, b) => a.left - b.left));
  const last = new Map<number, Piece>();
  for (const piece of inOrder) {
    const text = normalizeText(piece.text).trim();
    if (text === "") continue;
    const before = last.get(piece.column);
    const isSameLine = before !== undefined && before.line.baseline - piece.line.baseline < piece.line.size * MIDDLE;
    const own = texts[piece.column]!;
    const isApart = isSameLine || own.length > MAX_JOINED_CHARACTERS;
    texts[piece.column] = own === "" ? text : isApart ? `${own} ${text}` : joinLines(own, text, words);
    last.set(piece.column, piece);
  }
  return texts;
}
