import type { HeadRule } from "../engine/head-rules.ts";
import type { PageLine } from "../engine/page-text.ts";
import type { Ruling } from "../engine/rulings.ts";
import { isAmount } from "./amount.ts";
import { partOf } from "./column-order.ts";
import { cellTexts, type Piece } from "./grid-pieces.ts";
import type { DocumentWords } from "./document-words.ts";
import { rowText, type Table } from "./table.ts";
import { columnNames } from "./table-header.ts";
import { withTidyCells } from "./text-line.ts";

/** A table whose names are underlined, and which of the page's lines it takes. */
export interface HeadedTable {
  readonly table: Table;
  readonly taken: ReadonlySet<PageLine>;
}

/** Lines at one height differ by less than this many font sizes. */
const SAME_HEIGHT = 0.3;
/** The lowest names stand no further above their line than this many font sizes, others above them than this many. */
const MAX_FIRST_GAP = 1.2;
const MAX_NAME_GAP = 1.9;
/** Lines below further names are no further away than this many. */
const MAX_HEAD_GAP = 3;
const MAX_NAME_ROWS = 6;
const MAX_NAME_CHARACTERS = 60;
/** Largest distance of a row from the one above it, in font sizes: a line further below is no row of the table. */
const MAX_ROW_GAP = 5;
/** Lines of one cell are this close, as a share of the font size and of the least distance of lines. */
const MAX_LEADING = 1.25;
const MAX_CLOSER = 1.15;
/** How far a text may stick out over its column, in points. */
const OVERHANG = 6;
/** Tables of amounts are told by gaps: there each line of text is a row. */
const MAX_AMOUNTS = 0.6;
const MIN_FULL_SHARE = 0.5;
const MAX_CELL_CHARACTERS = 400;

interface Line {
  readonly baseline: number;
  readonly size: number;
  readonly pieces: readonly Piece[];
  readonly lines: readonly PageLine[];
  readonly columns: ReadonlySet<number>;
}

/** The table of texts below underlined names, down to where lines cross its columns; undefined where there is none. */
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
  // Names over several columns have those of single ones below them, and lines there too.
  const last = rows.at(-1)!.at(-1)!;
  if (next !== undefined && next.at > last.baseline - last.size * MAX_HEAD_GAP) return undefined;
  const texts = rows.map((row) =>
    cellTexts(
      row.flatMap(({ pieces }) => pieces),
      columns.length,
      words,
    ),
  );
  if (texts.some((cells) => cells.some((text) => text.length > MAX_CELL_CHARACTERS))) return undefined;
  return {
    taken: new Set([...names, ...rows.flat().flatMap((line) => line.lines)]),
    table: {
      header: [{ text: rowText(columnNames(names, columns, rulings, words)), lines: names }],
      rows: rows.map((row, index) => ({
        text: rowText(texts[index]!),
        lines: row.flatMap(({ pieces }) => pieces.map((piece) => partOf(piece.line, [piece]))),
      })),
      columns,
    },
  };
}

function edgesOf({ columns }: HeadRule): number[] {
  const between = columns.slice(1).map(({ from }, index) => (columns[index]!.to + from) / 2);
  return [columns[0]!.from - OVERHANG, ...between, columns.at(-1)!.to + OVERHANG];
}

/** The lines of the names, close above their lines. */
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

/** The lines below, each cell in its column, down to one that has a cell across columns. */
function bodyBelow(lines: readonly PageLine[], { at }: HeadRule, edges: readonly number[]): Line[] {
  const result: Line[] = [];
  let before = at;
  for (const group of byHeight(lines.filter(({ baseline }) => baseline < at - 1))) {
    const [{ baseline, size }] = group as [PageLine];
    if (before - baseline > size * MAX_ROW_GAP) break;
    const pieces = piecesOf(group.map(withTidyCells), edges);
    if (pieces === undefined) break;
    result.push({ baseline, size, pieces, lines: group, columns: new Set(pieces.map(({ column }) => column)) });
    before = baseline;
  }
  return result;
}

function piecesOf(group: readonly PageLine[], edges: readonly number[]): Piece[] | undefined {
  const pieces: Piece[] = [];
  for (const line of group) {
    for (const cell of line.cells) {
      const column = edges.findLastIndex((edge) => edge <= (cell.left + cell.right) / 2);
      if (column < 0 || column >= edges.length - 1) return undefined;
      if (cell.left < edges[column]! - OVERHANG || cell.right > edges[column + 1]! + OVERHANG) return undefined;
      pieces.push({ ...cell, line, row: 0, column });
    }
  }
  return pieces;
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

/** Lines that are closer than others are of one row, where one of them has only some of the other's columns. */
function rowsOf(body: readonly Line[]): Line[][] {
  const gaps = body.slice(1).map(({ baseline }, index) => body[index]!.baseline - baseline);
  const least = Math.min(...gaps);
  const rows: Line[][] = [];
  let columns = new Set<number>();
  for (const [index, line] of body.entries()) {
    const gap = index === 0 ? Infinity : gaps[index - 1]!;
    const isClose = gap <= least * MAX_CLOSER && gap <= line.size * MAX_LEADING;
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
  const pieces = rows.flat().flatMap((line) => line.pieces.filter(({ column }) => column > 0));
  const amounts = pieces.filter(({ text }) => isAmount(text.trim()));
  return amounts.length <= pieces.length * MAX_AMOUNTS;
}
