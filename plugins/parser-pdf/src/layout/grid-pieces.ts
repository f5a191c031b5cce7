import type { PageCell, PageLine } from "../engine/page-text.ts";
import { joinLines } from "./divided-word.ts";
import type { DocumentWords } from "./document-words.ts";
import { normalizeText } from "./correct-text.ts";
import type { RuledGrid } from "./ruled-grid.ts";

/** Height of a text's middle above its baseline, in font sizes. */
export const MIDDLE = 0.3;

/** Joining longer texts line by line takes quadratic time. */
const MAX_JOINED_CHARACTERS = 20_000;

/** A cell of a line within a grid. */
export interface GridCell extends PageCell {
  readonly line: PageLine;
  readonly row: number;
  readonly column: number;
}

/** Returns the cells of a line that are within the grid. */
export function gridCellsOf(line: PageLine, { across, down }: RuledGrid): GridCell[] {
  const height = line.baseline + line.size * MIDDLE;
  if (height > down[0]! || height < down.at(-1)! || line.right < across[0]! || line.left > across.at(-1)!) return [];
  const row = down.findLastIndex((edge) => edge >= height);
  return line.cells.flatMap((cell) => {
    const middle = (cell.left + cell.right) / 2;
    const column = across.findLastIndex((edge) => edge <= middle);
    return column < 0 || column >= across.length - 1 ? [] : [{ ...cell, line, row, column }];
  });
}

/** Groups pieces by their line, from top to bottom. */
export function byBaseline(row: readonly GridCell[]): GridCell[][] {
  const bands: GridCell[][] = [];
  for (const gridCell of row.toSorted((a, b) => b.line.baseline - a.line.baseline)) {
    const last = bands.at(-1);
    if (last !== undefined && last[0]!.line.baseline - gridCell.line.baseline < gridCell.line.size * MIDDLE)
      last.push(gridCell);
    else bands.push([gridCell]);
  }
  return bands;
}

/** Returns the texts of a row's cells by column, with the lines of each joined. */
export function cellTexts(row: readonly GridCell[], columns: number, words: DocumentWords): string[] {
  const texts = Array.from({ length: columns }, () => "");
  const inOrder = byBaseline(row).flatMap((band) => band.toSorted((a, b) => a.left - b.left));
  const last = new Map<number, GridCell>();
  for (const gridCell of inOrder) {
    const text = normalizeText(gridCell.text).trim();
    if (text === "") continue;
    const before = last.get(gridCell.column);
    const isSameLine =
      before !== undefined && before.line.baseline - gridCell.line.baseline < gridCell.line.size * MIDDLE;
    const own = texts[gridCell.column]!;
    const isApart = isSameLine || own.length > MAX_JOINED_CHARACTERS;
    texts[gridCell.column] = own === "" ? text : isApart ? `${own} ${text}` : joinLines(own, text, words);
    last.set(gridCell.column, gridCell);
  }
  return texts;
}
