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
    const first = word[0]!;
    const space = first.spaceBefore && x > 0 ? measure(" ", first.font, first.size) : 0;
    const wordWidth = word.reduce((sum, piece) => sum + measure(piece.text, piece.font, piece.size), 0);
    const wraps = x > 0 && x + space + wordWidth > width;
    if (wraps) {
      lines.push([]);
      x = 0;
    }
    for (const [index, piece] of word.entries()) {
      const gap = index === 0 && !wraps ? space : 0;
      append(lines.at(-1)!, piece, x, gap);
      x += gap + measure(piece.text, piece.font, piece.size);
    }
  }
  return lines;
};

/** Joins the piece to the fragment before it when the font is the same, so that extracted text keeps its spaces. */
const append = (line: Fragment[], piece: Piece, x: number, gap: number): void => {
  const last = line.at(-1);
  const text = gap > 0 ? ` ${piece.text}` : piece.text;
  if (last?.font === piece.font && last.size === piece.size) {
    line[line.length - 1] = { ...last, text: last.text + text };
    return;
  }
  line.push({ text, font: piece.font, size: piece.size, x });
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
