import type { PageCell, PageLine } from "../engine/page-text.ts";
import type { RuledGrid } from "./ruled-grid.ts";

/** The middle of a text's height over its baseline, in font sizes. */
export const MIDDLE = 0.3;

/** A cell of a line within a grid. */
export interface Piece extends PageCell {
  readonly line: PageLine;
  readonly row: number;
  readonly column: number;
}

/** What of a line stands in the grid. */
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
