import { isFromRight } from "./line-cells.ts";
import type { PageLine } from "./page-text.ts";

const LETTERS_FROM_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;
const LETTERS = /\p{L}/gu;

/**
 * Mirrors right-to-left lines, and lines without letters among them (years above a table): positions are measured from
 * the right edge of the page, and cells are in reading order. Columns and indents then work as in any other script. The
 * file orders numbers from left to right, as on the page.
 */
export function inReadingDirection(lines: readonly PageLine[], width: number): readonly PageLine[] {
  // Fast path: most pages have no right-to-left text.
  if (!lines.some(({ text }) => isFromRight(text))) return lines;
  const counts = lines.map(({ text }) => ({
    fromRight: text.match(LETTERS_FROM_RIGHT)?.length ?? 0,
    all: text.match(LETTERS)?.length ?? 0,
  }));
  const fromRight = counts.reduce((sum, count) => sum + count.fromRight, 0);
  const isPage = fromRight * 2 > counts.reduce((sum, { all }) => sum + all, 0);
  // Lines without letters have the direction of the text below them, else of the text above.
  const own = counts.map(({ fromRight: some, all }) => (all === 0 ? undefined : some * 2 > all));
  const above = filledForward(own);
  const below = filledForward(own.toReversed()).toReversed();
  return lines.map((line, index) => (isPage || (below[index] ?? above[index]) === true ? mirrored(line, width) : line));
}

/** Replaces each undefined value by the last defined one. */
function filledForward(values: readonly (boolean | undefined)[]): (boolean | undefined)[] {
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
