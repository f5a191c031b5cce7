import type { Run } from "../markdown.ts";
import { assertWinAnsi, fonts, sizes } from "./page-style.ts";

/** A stretch of one line in one font, `x` points from the line's start. */
export interface Fragment {
  readonly text: string;
  readonly font: string;
  readonly size: number;
  readonly x: number;
}

export type Line = readonly Fragment[];

export interface TextStyle {
  readonly font: string;
  readonly boldFont: string;
  readonly size: number;
  readonly codeSize: number;
}

export const bodyStyle: TextStyle = {
  font: fonts.body,
  boldFont: fonts.bodyBold,
  size: sizes.body,
  codeSize: sizes.inlineCode,
};

export const tableStyle: TextStyle = {
  font: fonts.sans,
  boldFont: fonts.sansBold,
  size: sizes.table,
  codeSize: sizes.tableCode,
};

interface Piece {
  readonly text: string;
  readonly font: string;
  readonly size: number;
  readonly spaceBefore: boolean;
}

/** Gives the width of a text in points. */
export type Measure = (text: string, font: string, size: number) => number;

/** Fills lines greedily with whole words; a word wider than the line stands alone on it. */
export const breakLines = (runs: readonly Run[], width: number, style: TextStyle, measure: Measure): Line[] => {
  const lines: Fragment[][] = [[]];
  let x = 0;
  for (const word of words(runs, style)) {
    const wordWidth = word.reduce((sum, piece) => sum + measure(piece.text, piece.font, piece.size), 0);
    const space = word[0]!.spaceBefore ? spaceBetween(lines.at(-1)!.at(-1), word[0]!, style) : undefined;
    const gap = space === undefined ? 0 : measure(space.text, space.font, space.size);
    if (x > 0 && x + gap + wordWidth > width) {
      lines.push([]);
      x = 0;
    } else if (space !== undefined) {
      append(lines.at(-1)!, space, x);
      x += gap;
    }
    for (const piece of word) {
      append(lines.at(-1)!, piece, x);
      x += measure(piece.text, piece.font, piece.size);
    }
  }
  return lines;
};

type Styled = Pick<Piece, "text" | "font" | "size">;

/** Within one font the space is of that font; between two it is the text's, since code has wide spaces. */
const spaceBetween = (last: Fragment | undefined, next: Piece, style: TextStyle): Styled | undefined => {
  if (last === undefined) return undefined;
  const { font, size } = last.font === next.font ? next : style;
  return { text: " ", font, size };
};

/** Joins the piece to the fragment before it when the font is the same, so that extracted text keeps its spaces. */
const append = (line: Fragment[], piece: Styled, x: number): void => {
  const last = line.at(-1);
  if (last?.font === piece.font && last.size === piece.size) {
    line[line.length - 1] = { ...last, text: last.text + piece.text };
    return;
  }
  line.push({ text: piece.text, font: piece.font, size: piece.size, x });
};

/** Words may change font in the middle, as `code`, with a comma behind it does. */
const words = (runs: readonly Run[], style: TextStyle): Piece[][] => {
  const result: Piece[][] = [];
  let spaceBefore = false;
  for (const run of runs) {
    assertWinAnsi(run.text);
    const font = run.code ? fonts.code : run.bold ? style.boldFont : style.font;
    const size = run.code ? style.codeSize : style.size;
    for (const part of run.text.split(/( +)/)) {
      if (part.trim() === "") {
        spaceBefore ||= part !== "";
        continue;
      }
      const piece = { text: part, font, size, spaceBefore };
      if (spaceBefore || result.length === 0) result.push([piece]);
      else result.at(-1)!.push(piece);
      spaceBefore = false;
    }
  }
  return result;
};
