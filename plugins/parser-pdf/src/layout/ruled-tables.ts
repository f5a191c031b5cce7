import { headRules } from "../engine/head-rules.ts";
import type { PageCell, PageLine, PageText } from "../engine/page-text.ts";
import { cellOf } from "../engine/line-cells.ts";
import { isAmount } from "./amount.ts";
import { partOf } from "./column-order.ts";
import type { DocumentWords } from "./document-words.ts";
import { byBaseline, cellTexts, MIDDLE, type GridCell, gridCellsOf } from "./grid-pieces.ts";
import { type HeadedTable, headedTable } from "./headed-table.ts";
import { gridByGaps } from "./row-grid.ts";
import { type RuledGrid, ruledGrids, ruledRows } from "./ruled-grid.ts";
import { rowText, type Table, type TableRow } from "./table.ts";

/** A table whose cells are divided by rulings. */
export interface RuledTable extends Table {
  readonly kind: "table";
}

/** A page with more text pieces is made to keep a parser busy: pieces in a grid are compared with those next to it. */
const MAX_PIECES = 10_000;
/** A page with more underlined names is made to keep a parser busy. */
const MAX_HEADS = 50;
/** Cells that are longer on average are text boxes, not a table. */
const MAX_CELL_CHARACTERS = 150;
/** A longer text in a spanning cell is not repeated in the rows and columns it spans: it is content, not a label. */
const MAX_LABEL_CHARACTERS = 100;
/** Maximum number of rows with column names. */
const MAX_HEADER_ROWS = 4;
/** At least this many adjacent lines within one ruled row are rows without rulings between them. */
const MIN_UNRULED_ROWS = 3;
/** Maximum average length of short cell lines. Text has longer lines. */
const MAX_SHORT_CHARACTERS = 14;
/** Minimum share of undivided rows with more than one cell. */
const MIN_FULL_SHARE = 0.85;
/** Maximum share of cells with gaps within a line. */
const MAX_CROWDED_SHARE = 0.05;
const WORD = /[\p{L}\p{N}]/u;
/** Maximum line distance of one text, in font sizes. */
const MAX_LEADING = 1.6;

/** Splits a page's lines into ruled tables and the lines around them, in the file's drawing order. */
export function ruledTables(
  lines: readonly PageLine[],
  { rulings, shades }: Pick<PageText, "rulings" | "shades">,
  words: DocumentWords,
): (readonly PageLine[] | RuledTable)[] {
  const count = lines.reduce((sum, { cells }) => sum + cells.length, 0);
  let parts: (readonly PageLine[] | RuledTable)[] = [lines];
  if (rulings.length === 0 && shades.length === 0) return parts;
  if (count > MAX_PIECES) return [lines.map(withGapsOnly)];
  const grids = [
    ...ruledGrids(rulings),
    ...ruledRows(rulings).flatMap((rows) => gridByGaps(lines, rows) ?? []),
    ...ruledRows(shades).flatMap((rows) => gridByGaps(lines, rows, true) ?? []),
  ];
  for (const grid of grids) {
    parts = parts.flatMap((part) => ("kind" in part ? [part] : withTable(part, grid, words)));
  }
  const heads = headRules(rulings).slice(0, MAX_HEADS);
  for (const [index, head] of heads.entries()) {
    parts = parts.flatMap((part) =>
      "kind" in part ? [part] : tableBelow(part, headedTable(part, head, heads[index + 1], rulings, words)),
    );
  }
  return parts.map((part) => ("kind" in part ? part : part.map(withGapsOnly)));
}

/** Merges the cells of a line outside tables that only a ruling separates. */
function withGapsOnly(line: PageLine): PageLine {
  if (!line.cells.some(({ isRuledOff }) => isRuledOff === true)) return line;
  const cells: PageCell[] = [];
  for (const cell of line.cells) {
    if (cell.isRuledOff === true && cells.length > 0) cells.push(cellOf([cells.pop()!, cell]));
    else cells.push(cell);
  }
  return { ...line, cells };
}

function withTable(
  lines: readonly PageLine[],
  grid: RuledGrid,
  words: DocumentWords,
): (readonly PageLine[] | RuledTable)[] {
  const gridCells: GridCell[] = [];
  const before: PageLine[] = [];
  const after: PageLine[] = [];
  for (const line of lines) {
    const inside = gridCellsOf(line, grid);
    gridCells.push(...inside);
    const edges = new Set(inside.map((gridCell) => gridCell.left));
    const outside = line.cells.filter((cell) => !edges.has(cell.left));
    if (outside.length > 0)
      (gridCells.length > 0 ? after : before).push(inside.length === 0 ? line : partOf(line, outside));
  }
  // Breaks around empty columns belong to cells that only add spacing.
  const isFilled = new Set(gridCells.map(({ column }) => column)).size === grid.across.length - 1;
  if (!isFilled && grid.plain !== undefined) return withTable(lines, grid.plain, words);
  const isPart = isPartOfTable(gridCells, [...before, ...after]);
  const table = isPart ? undefined : tableOf(gridCells, grid, words);
  return table === undefined ? [lines] : [before, table, after];
}

function tableBelow(lines: readonly PageLine[], headed: HeadedTable | undefined): (readonly PageLine[] | RuledTable)[] {
  if (headed === undefined) return [lines];
  const first = lines.findIndex((line) => headed.usedLines.has(line));
  const after = lines.slice(first).filter((line) => !headed.usedLines.has(line));
  return [lines.slice(0, first), { kind: "table", ...headed.table }, after];
}

/**
 * Whether rulings enclose only part of a table: some columns are outside, or several are in one cell. Such rulings are
 * emphasis, and gaps are more reliable.
 */
function isPartOfTable(gridCells: readonly GridCell[], outside: readonly PageLine[]): boolean {
  const baselines = [...new Set(gridCells.map(({ line }) => line.baseline))];
  const sharedBaselines = baselines.filter((baseline) =>
    outside.some((line) => Math.abs(line.baseline - baseline) < line.size * MIDDLE),
  );
  if (sharedBaselines.length * 2 > baselines.length) return true;
  const cells = new Set<string>();
  const crowded = new Set<string>();
  for (const { row, column, text, line, isRuledOff } of gridCells) {
    const key = `${row} ${column} ${line.baseline}`;
    if (cells.has(key) && isRuledOff !== true && WORD.test(text)) crowded.add(key);
    if (WORD.test(text)) cells.add(key);
  }
  return crowded.size > cells.size * MAX_CROWDED_SHARE;
}

function tableOf(gridCells: readonly GridCell[], grid: RuledGrid, words: DocumentWords): RuledTable | undefined {
  const ruled = Array.from({ length: grid.down.length - 1 }, (_, row) =>
    gridCells.filter((gridCell) => gridCell.row === row),
  );
  const divided = ruled.map((row, index) => (isOneRow(row, index, ruled.length) ? [row] : byBaseline(row)));
  // Without rulings between rows, only the adjacent cells distinguish rows from lines of one cell.
  const unruled = divided.filter((bands) => bands.length > 1 && !hasAmountsOnly(bands)).flat();
  if (unruled.filter(isFull).length < unruled.length * MIN_FULL_SHARE) return undefined;
  const bands = divided.flat();
  const own = bands.map((band) => cellTexts(band, grid.across.length - 1, words));
  const all = own.flat().filter((text) => text !== "");
  const filled = own.filter((cells) => cells.some((text) => text !== ""));
  const full = filled.filter((cells) => cells.filter((text) => text !== "").length > 1);
  if (full.length < 2 || full.length * 2 < filled.length) return undefined;
  if (all.reduce((sum, text) => sum + text.length, 0) > all.length * MAX_CELL_CHARACTERS) return undefined;
  const cells = bands.length === ruled.length ? repeatAcross(repeatDown(own, ruled, grid, words), grid) : own;
  const rows = bands.flatMap((band, index) => (isEmpty(cells[index]!) ? [] : [{ band, cells: cells[index]! }]));
  const columns = grid.across.slice(1).map((right, index) => ({ left: grid.across[index]!, right }));
  // Titles over all columns are above the column names.
  const titles = rows.findIndex((row) => !isTitle(row));
  const above = headerRows(rows.slice(titles));
  // Without a ruling that marks it as a column name, a single label belongs to the rows below it.
  const names =
    bands.length > ruled.length ? rows.slice(titles, titles + above).findLastIndex((row) => !isTitle(row)) + 1 : above;
  const named = rows.slice(titles, titles + names);
  const header: TableRow = {
    text: rowText(columns.map((_, column) => namesOf(named, column))),
    lines: named.flatMap(({ band }) => linesOf(band)),
  };
  return {
    kind: "table",
    header: names === 0 ? [] : [...rows.slice(0, titles).map(tableRow), header],
    rows: rows.slice(names === 0 ? 0 : titles + names).map(tableRow),
    columns,
  };
}

const tableRow = ({ band, cells }: Row): TableRow => ({ text: rowText(cells), lines: linesOf(band) });

/** Returns the parts of the page's lines that are in a row. */
const linesOf = (band: readonly GridCell[]): PageLine[] =>
  band.map(({ line, text, left, right }) => partOf(line, [{ text, left, right }]));

const isEmpty = (cells: readonly string[]): boolean => cells.every((text) => text === "");

/** Whether only its first cell has text. */
const isTitle = ({ cells }: Row): boolean => isEmpty(cells.slice(1));

const isFull = (band: readonly GridCell[]): boolean => band.some(({ column }) => column !== band[0]!.column);

/** Whether all cells after the label column are amounts: a label can then have its own line. */
const hasAmountsOnly = (bands: readonly (readonly GridCell[])[]): boolean =>
  bands.flat().every(({ column, text }) => column === 0 || isAmount(text.trim()));

/** Whether the text between two rulings is one row: multi-line cells are not aligned line by line. */
function isOneRow(row: readonly GridCell[], index: number, rows: number): boolean {
  const heights = new Map<number, Set<number>>();
  for (const { column, line } of row) {
    const own = heights.get(column) ?? new Set();
    heights.set(column, own.add(Math.round(line.baseline)));
  }
  const counts = [...heights.values()].map(({ size }) => size).toSorted((a, b) => b - a);
  const max = counts[0] ?? 0;
  if (max > 1 && areRowsOfAmounts(row)) return false;
  // Column names can all take two lines.
  if (index > 0 && max > 1 && isAligned(row, [...heights.values()], max)) return false;
  const isEven =
    counts.length > 1 && counts[1]! >= max - 1 && counts.filter((count) => count * 2 >= max).length * 2 > counts.length;
  return max < MIN_UNRULED_ROWS || !isEven || (rows > MIN_UNRULED_ROWS && max <= 2 * MIN_UNRULED_ROWS);
}

/** Whether at least two columns after the labels contain only amounts, several each, at exactly the same heights. */
function areRowsOfAmounts(row: readonly GridCell[]): boolean {
  const amounts = new Map<number, Set<number>>();
  const labels = new Set<number>();
  for (const { column, text, line } of row) {
    const height = Math.round(line.baseline);
    if (column === 0) labels.add(height);
    else if (!isAmount(text.trim())) return false;
    else amounts.set(column, (amounts.get(column) ?? new Set()).add(height));
  }
  const [first, ...others] = [...amounts.values()];
  if (first === undefined || first.size < 2 || others.length === 0) return false;
  return [first, ...others].every(
    (own) => own.size === first.size && [...own].every((height) => first.has(height) && labels.has(height)),
  );
}

/** Whether at least three columns, or all, have short texts at exactly the same heights. */
function isAligned(row: readonly GridCell[], heights: readonly ReadonlySet<number>[], max: number): boolean {
  const full = heights.filter(({ size }) => size === max);
  const [first] = full;
  if (full.length < 3 || !full.every((own) => [...own].every((height) => first!.has(height)))) return false;
  if (full.length === heights.length) return true;
  return row.reduce((sum, { text }) => sum + text.length, 0) <= row.length * MAX_SHORT_CHARACTERS;
}

/** Repeats the text of a cell that spans several columns in each of them. A title over all columns appears once. */
function repeatAcross(rows: readonly (readonly string[])[], grid: RuledGrid): string[][] {
  return rows.map((cells, row) => {
    const height = (grid.down[row]! + grid.down[row + 1]!) / 2;
    const result = [...cells];
    for (let start = 0, end = 1; start < cells.length; start = end++) {
      while (end < cells.length && !grid.hasUpright(end, height)) end++;
      const own = cells.slice(start, end).filter((text) => text !== "");
      if (own.length !== 1 || own[0]!.length > MAX_LABEL_CHARACTERS) continue;
      if (end - start < cells.length) result.fill(own[0]!, start, end);
      else result.splice(0, result.length, own[0]!, ...cells.slice(1).map(() => ""));
    }
    return result;
  });
}

/** Repeats the text of a cell that spans several rows in each of them. */
function repeatDown(
  rows: readonly (readonly string[])[],
  ruled: readonly (readonly GridCell[])[],
  grid: RuledGrid,
  words: DocumentWords,
): string[][] {
  const result = rows.map((cells) => [...cells]);
  for (let column = 0; column < grid.across.length - 1; column++) {
    const middle = (grid.across[column]! + grid.across[column + 1]!) / 2;
    for (let start = 0, end = 1; start < rows.length; start = end++) {
      while (end < rows.length && !grid.hasLevel(end, middle)) end++;
      if (end - start < 2) continue;
      const gridCells = ruled.slice(start, end).flatMap((row) => row.filter((gridCell) => gridCell.column === column));
      const text = isOneText(gridCells) ? cellTexts(gridCells, grid.across.length - 1, words)[column]! : "";
      if (text === "" || text.length > MAX_LABEL_CHARACTERS) continue;
      for (const row of result.slice(start, end)) row[column] = text;
    }
  }
  return result;
}

/** Whether the lines are spaced like those of one text, and are not amounts below each other. */
function isOneText(gridCells: readonly GridCell[]): boolean {
  const ordered = gridCells.toSorted((a, b) => b.line.baseline - a.line.baseline);
  return ordered.every(
    ({ line, text }, index) =>
      index === 0 ||
      (ordered[index - 1]!.line.baseline - line.baseline < line.size * MAX_LEADING && !isAmount(text.trim())),
  );
}

interface Row {
  readonly band: readonly GridCell[];
  readonly cells: readonly string[];
}

/**
 * Returns the number of rows at the top with column names: bold rows above rows that are not bold, else rows above the
 * first amounts.
 */
function headerRows(rows: readonly Row[]): number {
  const bold = rows.findIndex(({ band }) => !band.every(({ line }) => line.isBold));
  if (bold > 0) return bold <= MAX_HEADER_ROWS ? bold : 0;
  const amounts = rows.findIndex(({ cells }) => cells.slice(1).some(isAmount));
  return amounts > 0 && amounts <= MAX_HEADER_ROWS ? amounts : 0;
}

/** Joins the names of a column from top to bottom. A name that spans several rows appears once. */
function namesOf(rows: readonly Row[], column: number): string {
  const names = rows.map(({ cells }) => cells[column]!);
  return names.filter((name, index) => name !== "" && name !== names[index - 1]).join(" ");
}
