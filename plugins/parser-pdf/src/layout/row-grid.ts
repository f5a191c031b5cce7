import type { PageLine } from "../engine/page-text.ts";
import { isAmount } from "./amount.ts";
import { type Piece, piecesOf } from "./grid-pieces.ts";
import type { RuledGrid, RuledRows } from "./ruled-grid.ts";
import type { Column } from "./table-columns.ts";

/** The row above the first line, or below the last, is no further away than this many font sizes. */
const MAX_GAP = 2.2;
/** Its lines are no further apart than this many. */
const MAX_LEADING = 1.5;
const MAX_LINES = 4;
const MAX_AMOUNTS = 0.4;
const SAME_HEIGHT = 0.3;
/** The second column begins at least so many font sizes behind the first. */
const INDENT = 3;
/** How far text reaches above and below its baseline, and the line beside it may lie. */
const ASCENT = 0.9;
const DESCENT = 0.4;

/** The grid of rows that lines divide, and columns that gaps do; what stands alone in its row is over several. Lines may be totals', shades are not. */
export function gridByGaps(lines: readonly PageLine[], rows: RuledRows, isShaded = false): RuledGrid | undefined {
  const { left, right } = rows;
  const near = lines.filter((line) => line.right > left && line.left < right);
  const down = [...rowAbove(near, rows.down[0]!), ...rows.down, ...rowBelow(near, rows.down.at(-1)!, left)];
  const whole: RuledGrid = { across: [left, right], down, hasUpright: () => true, hasLevel: () => true };
  const pieces = near.flatMap((line) => piecesOf(line, whole));
  if (!isShaded && isOfAmounts(pieces.filter((piece) => piece.left > left + piece.line.size * INDENT)))
    return undefined;
  const columns = columnsOf(pieces);
  if (columns.length < 2) return undefined;
  const between = columns.slice(1).map((column, index) => (columns[index]!.right + column.left) / 2);
  return { ...whole, across: [left, ...between, right] };
}

/**
 * Whether lines stand above totals, and each line of text is a row: the pieces behind the first column are amounts for a good
 * part, or some stand below each other between two lines.
 */
function isOfAmounts(pieces: readonly Piece[]): boolean {
  const amounts = pieces.filter(({ text }) => isAmount(text.trim()));
  // The names of columns may take many lines.
  const rows = new Set(amounts.map(({ row }) => row));
  if (amounts.length > pieces.filter(({ row }) => rows.has(row)).length * MAX_AMOUNTS) return true;
  // Of those that begin further left the one that reaches furthest is enough: what it covers overlaps with it.
  const furthest = new Map<number, Piece>();
  return amounts
    .toSorted((one, other) => one.left - other.left)
    .some((amount) => {
      const before = furthest.get(amount.row);
      if (before === undefined || amount.right > before.right) furthest.set(amount.row, amount);
      if (before === undefined || amount.left >= before.right) return false;
      return Math.abs(amount.line.baseline - before.line.baseline) > before.line.size * SAME_HEIGHT;
    });
}

function columnsOf(pieces: readonly Piece[]): Column[] {
  const counts = new Map<number, number>();
  for (const { row } of pieces) counts.set(row, (counts.get(row) ?? 0) + 1);
  const columns: Column[] = [];
  for (const { left, right } of pieces
    .filter(({ row }) => counts.get(row)! > 1)
    .toSorted((one, other) => one.left - other.left)) {
    const last = columns.at(-1);
    if (last === undefined || left > last.right) columns.push({ left, right });
    else columns[columns.length - 1] = { ...last, right: Math.max(last.right, right) };
  }
  return columns;
}

/** The upper edge of the names that stand over the first line; none where there are no names. */
function rowAbove(lines: readonly PageLine[], edge: number): number[] {
  const above = lines.filter(({ baseline }) => baseline > edge).toSorted((one, other) => one.baseline - other.baseline);
  const groups = groupsBeside(above, edge);
  const last = groups.slice(0, groups.findLastIndex(isRow) + 1).at(-1)?.[0];
  return last === undefined ? [] : [last.baseline + last.size * ASCENT];
}

/** The lower edge of the row below the last line: it begins with cells, and what goes on below goes on in one that is not the first. */
function rowBelow(lines: readonly PageLine[], edge: number, left: number): number[] {
  const below = lines.filter(({ baseline }) => baseline < edge).toSorted((one, other) => other.baseline - one.baseline);
  const groups = groupsBeside(below, edge);
  if (groups[0] === undefined || !isRow(groups[0])) return [];
  const end = groups.findIndex(
    (group, index) => index > 0 && group.some((line) => line.left < left + line.size * INDENT),
  );
  const last = groups.slice(0, end < 0 ? groups.length : end).at(-1)![0]!;
  return [last.baseline - last.size * DESCENT];
}

const isRow = (group: readonly PageLine[]): boolean => group.reduce((sum, { cells }) => sum + cells.length, 0) > 1;

/** The lines that stand close beside an edge and each other, by their heights. */
function groupsBeside(lines: readonly PageLine[], edge: number): PageLine[][] {
  const groups: PageLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1)?.[0];
    const gap = Math.abs(line.baseline - (last?.baseline ?? edge));
    if (last !== undefined && gap < line.size * SAME_HEIGHT) groups.at(-1)!.push(line);
    else if (gap > line.size * (last === undefined ? MAX_GAP : MAX_LEADING)) break;
    // A text that goes on is no row.
    else if (groups.length >= MAX_LINES) return [];
    else groups.push([line]);
  }
  return groups;
}
