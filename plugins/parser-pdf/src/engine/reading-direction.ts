import { isFromRight } from "./line-cells.ts";
import type { PageLine } from "./page-text.ts";

const LETTERS_FROM_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;
const LETTERS = /\p{L}/gu;

/**
 * Lines that are read from right to left, and those among them that say nothing of it (years above a table), measured
 * from the right edge of the page and with their cells in reading order: columns and indents are then those of any other
 * script. The file's order of numbers is that of the page, from left to right.
 */
export function inReadingDirection(lines: readonly PageLine[], width: number): readonly PageLine[] {
  // Most pages are read from left to right, and are done here.
  if (!lines.some(({ text }) => isFromRight(text))) return lines;
  const counts = lines.map(({ text }) => ({
    fromRight: text.match(LETTERS_FROM_RIGHT)?.length ?? 0,
    all: text.match(LETTERS)?.length ?? 0,
  }));
  const fromRight = counts.reduce((sum, count) => sum + count.fromRight, 0);
  const isPage = fromRight * 2 > counts.reduce((sum, { all }) => sum + all, 0);
  // Numbers belong to the text below them, else to that above.
  const own = counts.map(({ fromRight: some, all }) => (all === 0 ? undefined : some * 2 > all));
  const above = carried(own);
  const below = carried(own.toReversed()).toReversed();
  return lines.map((line, index) => (isPage || (below[index] ?? above[index]) === true ? mirrored(line, width) : line));
}

/** Each value, or the last one where there is none. */
function carried(values: readonly (boolean | undefined)[]): (boolean | undefined)[] {
  let last: boolean | undefined;
  return values.map((value) => (last = value ?? last));
}

function mirrored(line: PageLine, width: number): PageLine {
  const { cells, left, right } = line;
  const isReversed = cells.length > 1 && cells[0]!.left < cells[1]!.left;
  const ordered = isReversed ? cells.toReversed() : cells;
  return {
    ...line,
    ...(isReversed && { text: ordered.map(({ text }) => text).join(" ") }),
    left: width - right,
    right: width - left,
    mirroredIn: width,
    cells: ordered.map((cell) => ({ text: cell.text, left: width - cell.right, right: width - cell.left })),
  };
}
