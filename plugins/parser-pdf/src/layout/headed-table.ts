import type { HeadRule } from "../engine/head-rules.ts";
import type { PageLine } from "../engine/page-text.ts";
import type { Ruling } from "../engine/rulings.ts";
import { isAmount } from "./amount.ts";
import { partOf } from "./column-order.ts";
import { cellTexts, type GridCell } from "./grid-pieces.ts";
import type { DocumentWords } from "./document-words.ts";
import { rowText, type Table } from "./table.ts";
import { columnNames } from "./table-header.ts";
import { withTidyCells } from "./text-line.ts";

/** A table with underlined column names, and the page's lines that it uses. */
export interface HeadedTable {
  readonly table: Table;
  readonly usedLines: ReadonlySet<PageLine>;
}

/** Maximum difference of baselines at the same height, in font sizes. */
const SAME_HEIGHT = 0.3;
/** Maximum distance of the lowest names above their ruling, and of other names above those, in font sizes. */
const MAX_FIRST_GAP = 1.2;
const MAX_NAME_GAP = 1.9;
/** Maximum distance of the rulings of further names below the last row, in font sizes. */
const MAX_HEAD_GAP = 3;
const MAX_NAME_ROWS = 6;
const MAX_NAME_CHARACTERS = 60;
/** Maximum distance of a row from the one above, in font sizes. A line further below is not part of the table. */
const MAX_ROW_GAP = 5;
/** Maximum distance of lines of one cell, in font sizes and relative to the smallest line distance. */
const MAX_LEADING = 1.25;
const MAX_RELATIVE_LEADING = 1.15;
/** Maximum overhang of a text over its column, in points. */
const OVERHANG = 6;
/** Tables with more amounts are detected by gaps: in them each line of text is a row. */
const MAX_AMOUNTS = 0.6;
const MIN_FULL_SHARE = 0.5;
const MAX_CELL_CHARACTERS = 400;

interface Line {
  readonly baseline: number;
  readonly size: number;
  readonly gridCells: readonly GridCell[];
  readonly lines: readonly PageLine[];
  readonly columns: ReadonlySet<number>;
}

/**
 * Returns the table of texts below underlined names, down to the first line with a cell across columns. Returns
 * undefined if there is none.
 */
export function headedTable(
  lines: readonly PageLine[],
  head: HeadRule,
  next: HeadRule | undefined,
  rulings: readonly Ruling[],
  words: DocumentWords,
): HeadedTable | undefined {
  const edges = edgesOf(head);
  const inside = lines.filter(
    (line) => line.right > edges[0]! && line.left < edges.at(-1)! && line.angle === lines[0]!.angle,
  );
  const columns = head.columns.map(({ from, to }) => ({ left: from, right: to }));
  const names = namesOver(inside, head);
  const isNamed = columns.filter(({ left, right }) =>
    names.some(({ cells }) => cells.some((cell) => cell.left < right && cell.right > left)),
  );
  if (names.length === 0 || isNamed.length < columns.length) return undefined;
  const body = bodyBelow(inside, head, edges);
  const rows = rowsOf(body);
  while (rows.length > 0 && isTitle(rows.at(-1)!)) rows.pop();
  if (rows.length < 2 || !isOfText(rows)) return undefined;
  // Names that span several columns have further names with rulings below them.
  const last = rows.at(-1)!.at(-1)!;
  if (next !== undefined && next.at > last.baseline - last.size * MAX_HEAD_GAP) return undefined;
  const texts = rows.map((row) =>
    cellTexts(
      row.flatMap(({ gridCells }) => gridCells),
      columns.length,
      words,
    ),
  );
  if (texts.some((cells) => cells.some((text) => text.length > MAX_CELL_CHARACTERS))) return undefined;
  return {
    usedLines: new Set([...names, ...rows.flat().flatMap((line) => line.lines)]),
    table: {
      header: [{ text: rowText(columnNames(names, columns, rulings, words)), lines: names }],
      rows: rows.map((row, index) => ({
        text: rowText(texts[index]!),
        lines: row.flatMap(({ gridCells }) => gridCells.map((gridCell) => partOf(gridCell.line, [gridCell]))),
      })),
      columns,
    },
  };
}

function edgesOf({ columns }: HeadRule): number[] {
  const between = columns.slice(1).map(({ from }, index) => (columns[index]!.to + from) / 2);
  return [columns[0]!.from - OVERHANG, ...between, columns.at(-1)!.to + OVERHANG];
}

/** Returns the lines of the names, closely above their rulings. */
function namesOver(lines: readonly PageLine[], { at }: HeadRule): PageLine[] {
  const names: PageLine[] = [];
  let edge = at;
  let rows = 0;
  for (const line of lines.filter(({ baseline }) => baseline > at - 1).toSorted((a, b) => a.baseline - b.baseline)) {
    const gap = line.baseline - edge;
    const isSame = rows > 0 && gap < line.size * SAME_HEIGHT;
    if (!isSame && (gap > line.size * (rows === 0 ? MAX_FIRST_GAP : MAX_NAME_GAP) || ++rows > MAX_NAME_ROWS)) break;
    if (line.cells.some(({ text }) => text.length > MAX_NAME_CHARACTERS)) break;
    names.push(line);
    if (!isSame) edge = line.baseline;
  }
  return names;
}

/**
 * Returns the lines below the names, with each cell in its column, down to the first line with a cell across columns.
 */
function bodyBelow(lines: readonly PageLine[], { at }: HeadRule, edges: readonly number[]): Line[] {
  const result: Line[] = [];
  let before = at;
  for (const group of byHeight(lines.filter(({ baseline }) => baseline < at - 1))) {
    const [{ baseline, size }] = group as [PageLine];
    if (before - baseline > size * MAX_ROW_GAP) break;
    const gridCells = gridCellsOf(group.map(withTidyCells), edges);
    if (gridCells === undefined) break;
    result.push({ baseline, size, gridCells, lines: group, columns: new Set(gridCells.map(({ column }) => column)) });
    before = baseline;
  }
  return result;
}

function gridCellsOf(group: readonly PageLine[], edges: readonly number[]): GridCell[] | undefined {
  const gridCells: GridCell[] = [];
  for (const line of group) {
    for (const cell of line.cells) {
      const column = edges.findLastIndex((edge) => edge <= (cell.left + cell.right) / 2);
      if (column < 0 || column >= edges.length - 1) return undefined;
      if (cell.left < edges[column]! - OVERHANG || cell.right > edges[column + 1]! + OVERHANG) return undefined;
      gridCells.push({ ...cell, line, row: 0, column });
    }
  }
  return gridCells;
}

function byHeight(lines: readonly PageLine[]): PageLine[][] {
  const rows: PageLine[][] = [];
  for (const line of lines.toSorted((one, other) => other.baseline - one.baseline)) {
    const last = rows.at(-1)?.[0];
    if (last !== undefined && last.baseline - line.baseline < last.size * SAME_HEIGHT) rows.at(-1)!.push(line);
    else rows.push([line]);
  }
  return rows;
}

/**
 * Groups lines into rows: lines closer than others are one row if one of them uses only some of the other's columns.
 */
function rowsOf(body: readonly Line[]): Line[][] {
  const gaps = body.slice(1).map(({ baseline }, index) => body[index]!.baseline - baseline);
  const min = Math.min(...gaps);
  const rows: Line[][] = [];
  let columns = new Set<number>();
  for (const [index, line] of body.entries()) {
    const gap = index === 0 ? Infinity : gaps[index - 1]!;
    const isClose = gap <= min * MAX_RELATIVE_LEADING && gap <= line.size * MAX_LEADING;
    const isOne = isClose && (isPart(line.columns, columns) || isPart(columns, line.columns));
    if (isOne) rows.at(-1)!.push(line);
    else rows.push([line]);
    columns = isOne ? new Set([...columns, ...line.columns]) : new Set(line.columns);
  }
  return rows;
}

const isPart = (some: ReadonlySet<number>, all: ReadonlySet<number>): boolean =>
  some.size < all.size && [...some].every((column) => all.has(column));

const isTitle = (row: readonly Line[]): boolean => row.every(({ columns }) => columns.size === 1 && columns.has(0));

function isOfText(rows: readonly (readonly Line[])[]): boolean {
  const full = rows.filter((row) => new Set(row.flatMap(({ columns }) => [...columns])).size > 1);
  if (full.length < 2 || full.length < rows.length * MIN_FULL_SHARE) return false;
  const gridCells = rows.flat().flatMap((line) => line.gridCells.filter(({ column }) => column > 0));
  const amounts = gridCells.filter(({ text }) => isAmount(text.trim()));
  return amounts.length <= gridCells.length * MAX_AMOUNTS;
}
