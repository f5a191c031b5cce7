import type { PageLine } from "../engine/page-text.ts";
import { endText, normalizeText } from "./mend-text.ts";

/** Pieces whose baselines differ by less than this many font sizes stand on one line. */
const SAME_BASELINE = 0.3;
/** A piece that begins this many font sizes behind the last one is a cell of its own. */
const CELL_GAP = 1.1;
/** Most bytes of a currency sign or bracket that stands in a column of its own beside its amount. */
const OPENING_CELL = /^[$€£¥(]{1,2}$/;
const CLOSING_CELL = /^[)%]{1,2}$/;

/** Lines with their text mended, and pieces of one line that the file draws apart put together. */
export function textLines(lines: readonly PageLine[]): PageLine[] {
  const result: PageLine[] = [];
  for (const raw of lines) {
    const line = { ...raw, text: normalizeText(raw.text), cells: raw.cells };
    if (line.text === "") continue;
    const last = result.at(-1);
    if (last !== undefined && isContinued(last, line)) result[result.length - 1] = joinPieces(last, line);
    else result.push(line);
  }
  return result.map(withTidyCells);
}

const withTidyCells = (line: PageLine): PageLine =>
  line.cells.length > 1 ? { ...line, cells: tidyCells(line.cells) } : line;

function isContinued(last: PageLine, line: PageLine): boolean {
  return (
    line.angle === last.angle &&
    Math.abs(line.baseline - last.baseline) < last.size * SAME_BASELINE &&
    line.left >= last.right - last.size * 0.2
  );
}

function joinPieces(last: PageLine, line: PageLine): PageLine {
  const gap = line.left - last.right;
  const isCell = gap > last.size * CELL_GAP;
  const separator = gap < last.size * 0.1 ? "" : " ";
  const cells = isCell
    ? [...last.cells, ...line.cells]
    : [
        ...last.cells.slice(0, -1),
        `${endText(last.cells.at(-1)!)}${separator}${line.cells[0]}`,
        ...line.cells.slice(1),
      ];
  return {
    ...last,
    text: `${endText(last.text)}${isCell ? " " : separator}${line.text}`,
    right: line.right,
    isBold: last.isBold && line.isBold,
    cells,
  };
}

/** Signs of money, brackets and per cents join the amount beside them. */
function tidyCells(cells: readonly string[]): string[] {
  const result: string[] = [];
  let opening = "";
  for (const raw of cells) {
    const cell = endText(normalizeText(raw));
    if (cell === "") continue;
    if (OPENING_CELL.test(cell)) opening += cell;
    else if (CLOSING_CELL.test(cell) && result.length > 0) result[result.length - 1] += cell;
    else {
      // "5,777 $" is an amount and the sign of the next one.
      const trailing = / ([$€£¥])$/.exec(cell)?.[1];
      const own = trailing === undefined ? cell : cell.slice(0, -2);
      result.push(opening === "" ? own : `${opening} ${own}`);
      opening = trailing ?? "";
    }
  }
  return result;
}
