import type { PageLine } from "../engine/page-text.ts";
import { isAmount } from "./amount.ts";
import { type GridCell, gridCellsOf } from "./grid-pieces.ts";
import type { RuledGrid, RuledRows } from "./ruled-grid.ts";
import type { Column } from "./table-columns.ts";

/** Maximum distance, in font sizes, of the row above the first ruling or below the last one. */
const MAX_GAP = 2.2;
/** Maximum distance of that row's lines, in font sizes. */
const MAX_LEADING = 1.5;
const MAX_LINES = 4;
const MAX_AMOUNTS = 0.4;
const SAME_HEIGHT = 0.3;
/** Minimum distance, in font sizes, from the start of the first column to the second. */
const INDENT = 3;
/** Extent of text above and below its baseline, in font sizes, for the edges of those rows. */
const ASCENT = 0.9;
const DESCENT = 0.4;

/**
 * Returns the grid of rows that rulings divide and columns that gaps divide. Cells that are alone in their row span
 * columns and are ignored. Rulings may belong to totals; shades don't.
 */
export function gridByGaps(lines: readonly PageLine[], rows: RuledRows, isShaded = false): RuledGrid | undefined {
  const { left, right } = rows;
  const near = lines.filter((line) => line.right > left && line.left < right);
  const down = [...rowAbove(near, rows.down[0]!), ...rows.down, ...rowBelow(near, rows.down.at(-1)!, left)];
  const whole: RuledGrid = { across: [left, right], down, hasUpright: () => true, hasLevel: () => true };
  const gridCells = near.flatMap((line) => gridCellsOf(line, whole));
  if (!isShaded && isOfAmounts(gridCells.filter((gridCell) => gridCell.left > left + gridCell.line.size * INDENT)))
    return undefined;
  const columns = columnsOf(gridCells);
  if (columns.length < 2) return undefined;
  const between = columns.slice(1).map((column, index) => (columns[index]!.right + column.left) / 2);
  return { ...whole, across: [left, ...between, right] };
}

/**
 * Whether rulings are above totals and each line of text is a row: many pieces after the first column are amounts, or
 * some amounts are below each other between two rulings.
 */
function isOfAmounts(gridCells: readonly GridCell[]): boolean {
  const amounts = gridCells.filter(({ text }) => isAmount(text.trim()));
  // Column names can take many lines, so only rows with amounts count.
  const rows = new Set(amounts.map(({ row }) => row));
  if (amounts.length > gridCells.filter(({ row }) => rows.has(row)).length * MAX_AMOUNTS) return true;
  // Comparing with the amount to the left that extends furthest right is enough: if another one overlaps, so does this
  // one.
  const furthest = new Map<number, GridCell>();
  return amounts
    .toSorted((one, other) => one.left - other.left)
    .some((amount) => {
      const before = furthest.get(amount.row);
      if (before === undefined || amount.right > before.right) furthest.set(amount.row, amount);
      if (before === undefined || amount.left >= before.right) return false;
      return Math.abs(amount.line.baseline - before.line.baseline) > before.line.size * SAME_HEIGHT;
    });
}

function columnsOf(gridCells: readonly GridCell[]): Column[] {
  const counts = new Map<number, number>();
  for (const { row } of gridCells) counts.set(row, (counts.get(row) ?? 0) + 1);
  const columns: Column[] = [];
  for (const { left, right } of gridCells
    .filter(({ row }) => counts.get(row)! > 1)
    .toSorted((one, other) => one.left - other.left)) {
    const last = columns.at(-1);
    if (last === undefined || left > last.right) columns.push({ left, right });
    else columns[columns.length - 1] = { ...last, right: Math.max(last.right, right) };
  }
  return columns;
}

/** Returns the upper edge of the column names above the first ruling, or none. */
function rowAbove(lines: readonly PageLine[], edge: number): number[] {
  const above = lines.filter(({ baseline }) => baseline > edge).toSorted((one, other) => one.baseline - other.baseline);
  const groups = groupsBeside(above, edge);
  const last = groups.slice(0, groups.findLastIndex(isRow) + 1).at(-1)?.[0];
  return last === undefined ? [] : [last.baseline + last.size * ASCENT];
}

/**
 * Returns the lower edge of the row below the last ruling. It begins with several cells, and its further lines are not
 * in the first column.
 */
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

/** Returns the lines close to an edge and to each other, grouped by height. */
function groupsBeside(lines: readonly PageLine[], edge: number): PageLine[][] {
  const groups: PageLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1)?.[0];
    const gap = Math.abs(line.baseline - (last?.baseline ?? edge));
    if (last !== undefined && gap < line.size * SAME_HEIGHT) groups.at(-1)!.push(line);
    else if (gap > line.size * (last === undefined ? MAX_GAP : MAX_LEADING)) break;
    // Continuous text is not a row.
    else if (groups.length >= MAX_LINES) return [];
    else groups.push([line]);
  }
  return groups;
}
