import { headRules } from "../engine/head-rules.ts";
import type { PageCell, PageLine, PageText } from "../engine/page-text.ts";
import { cellOf } from "../engine/line-cells.ts";
import { isAmount } from "./amount.ts";
import { partOf } from "./column-order.ts";
import type { DocumentWords } from "./document-words.ts";
import { byBaseline, cellTexts, MIDDLE, type Piece, piecesOf } from "./grid-pieces.ts";
import { type HeadedTable, headedTable } from "./headed-table.ts";
import { gridByGaps } from "./row-grid.ts";
import { type RuledGrid, ruledGrids, ruledRows } from "./ruled-grid.ts";
import { rowText, type Table, type TableRow } from "./table.ts";

/** A table whose cells are divided by lines. */
export interface RuledTable extends Table {
  readonly kind: "table";
}

/** A page of more pieces of text is made to keep a reader busy: those in a grid are compared with those beside it. */
const MAX_PIECES = 10_000;
/** A page of more underlined names is made to keep a reader busy. */
const MAX_HEADS = 50;
/** Longer cells on average are boxes of text, not a table. */
const MAX_CELL_CHARACTERS = 150;
/** A longer text is not repeated in the rows and columns that it stands over: it is content, not a label. */
const MAX_LABEL_CHARACTERS = 100;
/** Names of columns take no more rows. */
const MAX_HEADER_ROWS = 4;
/** So many lines beside each other within one ruled row are rows that no line divides. */
const MIN_UNRULED_ROWS = 3;
/** Cells of text have longer lines on average. */
const MAX_SHORT_CHARACTERS = 14;
/** So many of them have more than one cell. */
const MIN_FULL_SHARE = 0.85;
/** So many cells may have gaps within a line. */
const MAX_CROWDED_SHARE = 0.05;
const WORD = /[\p{L}\p{N}]/u;
/** Lines of one text are no further apart than this many font sizes. */
const MAX_LEADING = 1.6;

/** Divides a page's lines into ruled tables and the lines around them, in the order in which the file draws them. */
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

/** A line outside of tables, whose cells only gaps divide. */
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
  const pieces: Piece[] = [];
  const before: PageLine[] = [];
  const behind: PageLine[] = [];
  for (const line of lines) {
    const inside = piecesOf(line, grid);
    pieces.push(...inside);
    const edges = new Set(inside.map((piece) => piece.left));
    const outside = line.cells.filter((cell) => !edges.has(cell.left));
    if (outside.length > 0)
      (pieces.length > 0 ? behind : before).push(inside.length === 0 ? line : partOf(line, outside));
  }
  // Breaks between columns that nothing stands in are those of cells that only keep a distance.
  const isFilled = new Set(pieces.map(({ column }) => column)).size === grid.across.length - 1;
  if (!isFilled && grid.plain !== undefined) return withTable(lines, grid.plain, words);
  const isPart = isPartOfTable(pieces, [...before, ...behind]);
  const table = isPart ? undefined : tableOf(pieces, grid, words);
  return table === undefined ? [lines] : [before, table, behind];
}

function tableBelow(lines: readonly PageLine[], found: HeadedTable | undefined): (readonly PageLine[] | RuledTable)[] {
  if (found === undefined) return [lines];
  const first = lines.findIndex((line) => found.taken.has(line));
  const behind = lines.slice(first).filter((line) => !found.taken.has(line));
  return [lines.slice(0, first), { kind: "table", ...found.table }, behind];
}

/**
 * Whether lines are drawn around a part of a table only: columns of it stand outside, or several in one of the cells. The
 * lines then emphasise, and gaps tell more.
 */
function isPartOfTable(pieces: readonly Piece[], outside: readonly PageLine[]): boolean {
  const baselines = [...new Set(pieces.map(({ line }) => line.baseline))];
  const beside = baselines.filter((baseline) =>
    outside.some((line) => Math.abs(line.baseline - baseline) < line.size * MIDDLE),
  );
  if (beside.length * 2 > baselines.length) return true;
  const cells = new Set<string>();
  const crowded = new Set<string>();
  for (const { row, column, text, line, isRuledOff } of pieces) {
    const place = `${row} ${column} ${line.baseline}`;
    if (cells.has(place) && isRuledOff !== true && WORD.test(text)) crowded.add(place);
    if (WORD.test(text)) cells.add(place);
  }
  return crowded.size > cells.size * MAX_CROWDED_SHARE;
}

function tableOf(pieces: readonly Piece[], grid: RuledGrid, words: DocumentWords): RuledTable | undefined {
  const ruled = Array.from({ length: grid.down.length - 1 }, (_, row) => pieces.filter((piece) => piece.row === row));
  const divided = ruled.map((row, index) => (isOneRow(row, index, ruled.length) ? [row] : byBaseline(row)));
  // Where no lines divide the rows, lines of a cell and rows can't be told apart but by what stands beside them.
  const unruled = divided.filter((bands) => bands.length > 1 && !hasAmountsOnly(bands)).flat();
  if (unruled.filter(isFull).length < unruled.length * MIN_FULL_SHARE) return undefined;
  const bands = divided.flat();
  const own = bands.map((band) => cellTexts(band, grid.across.length - 1, words));
  const all = own.flat().filter((text) => text !== "");
  const filled = own.filter((cells) => cells.some((text) => text !== ""));
  const full = filled.filter((cells) => cells.filter((text) => text !== "").length > 1);
  if (full.length < 2 || full.length * 2 < filled.length) return undefined;
  if (all.reduce((sum, text) => sum + text.length, 0) > all.length * MAX_CELL_CHARACTERS) return undefined;
  const cells = bands.length === ruled.length ? spreadAcross(spreadDown(own, ruled, grid, words), grid) : own;
  const rows = bands.flatMap((band, index) => (isEmpty(cells[index]!) ? [] : [{ band, cells: cells[index]! }]));
  const columns = grid.across.slice(1).map((right, index) => ({ left: grid.across[index]!, right }));
  // A title over all columns stands above their names.
  const titles = rows.findIndex((row) => !isTitle(row));
  const above = headerRows(rows.slice(titles));
  // A label of its own belongs to the rows below it, where no line says that it is a name.
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

/** Returns the parts of the page's lines that stand in a row. */
const linesOf = (band: readonly Piece[]): PageLine[] =>
  band.map(({ line, text, left, right }) => partOf(line, [{ text, left, right }]));

const isEmpty = (cells: readonly string[]): boolean => cells.every((text) => text === "");

/** Whether only its first cell has a text. */
const isTitle = ({ cells }: Row): boolean => isEmpty(cells.slice(1));

const isFull = (band: readonly Piece[]): boolean => band.some(({ column }) => column !== band[0]!.column);

/** Whether all that stands beside labels is amounts: then a label may have a line of its own. */
const hasAmountsOnly = (bands: readonly (readonly Piece[])[]): boolean =>
  bands.flat().every(({ column, text }) => column === 0 || isAmount(text.trim()));

/** Whether what stands between two lines is one row: cells of several lines do not stand beside each other line by line. */
function isOneRow(row: readonly Piece[], index: number, rows: number): boolean {
  const heights = new Map<number, Set<number>>();
  for (const { column, line } of row) {
    const own = heights.get(column) ?? new Set();
    heights.set(column, own.add(Math.round(line.baseline)));
  }
  const counts = [...heights.values()].map(({ size }) => size).toSorted((a, b) => b - a);
  const most = counts[0] ?? 0;
  if (most > 1 && areRowsOfAmounts(row)) return false;
  // Names of columns may all take two lines.
  if (index > 0 && most > 1 && isAligned(row, [...heights.values()], most)) return false;
  const isEven =
    counts.length > 1 &&
    counts[1]! >= most - 1 &&
    counts.filter((count) => count * 2 >= most).length * 2 > counts.length;
  return most < MIN_UNRULED_ROWS || !isEven || (rows > MIN_UNRULED_ROWS && most <= 2 * MIN_UNRULED_ROWS);
}

/** Whether at least two columns beside the labels have amounts alone, several of them, at the very same heights. */
function areRowsOfAmounts(row: readonly Piece[]): boolean {
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

/** Whether three columns or more, or all, have short texts at the very same heights. */
function isAligned(row: readonly Piece[], heights: readonly ReadonlySet<number>[], most: number): boolean {
  const full = heights.filter(({ size }) => size === most);
  const [first] = full;
  if (full.length < 3 || !full.every((own) => [...own].every((height) => first!.has(height)))) return false;
  if (full.length === heights.length) return true;
  return row.reduce((sum, { text }) => sum + text.length, 0) <= row.length * MAX_SHORT_CHARACTERS;
}

/** A text in a cell that goes over several columns is named in each; a title over all of them stands there once. */
function spreadAcross(rows: readonly (readonly string[])[], grid: RuledGrid): string[][] {
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

/** And one in a cell that goes over several rows, in each of them. */
function spreadDown(
  rows: readonly (readonly string[])[],
  ruled: readonly (readonly Piece[])[],
  grid: RuledGrid,
  words: DocumentWords,
): string[][] {
  const result = rows.map((cells) => [...cells]);
  for (let column = 0; column < grid.across.length - 1; column++) {
    const middle = (grid.across[column]! + grid.across[column + 1]!) / 2;
    for (let start = 0, end = 1; start < rows.length; start = end++) {
      while (end < rows.length && !grid.hasLevel(end, middle)) end++;
      if (end - start < 2) continue;
      const pieces = ruled.slice(start, end).flatMap((row) => row.filter((piece) => piece.column === column));
      const text = isOneText(pieces) ? cellTexts(pieces, grid.across.length - 1, words)[column]! : "";
      if (text === "" || text.length > MAX_LABEL_CHARACTERS) continue;
      for (const row of result.slice(start, end)) row[column] = text;
    }
  }
  return result;
}

/** Whether lines follow each other as those of one text do, and are no amounts below each other. */
function isOneText(pieces: readonly Piece[]): boolean {
  const ordered = pieces.toSorted((a, b) => b.line.baseline - a.line.baseline);
  return ordered.every(
    ({ line, text }, index) =>
      index === 0 ||
      (ordered[index - 1]!.line.baseline - line.baseline < line.size * MAX_LEADING && !isAmount(text.trim())),
  );
}

interface Row {
  readonly band: readonly Piece[];
  readonly cells: readonly string[];
}

/** How many rows at the top name the columns: the bold ones above rows that are not, else those above the first amounts. */
function headerRows(rows: readonly Row[]): number {
  const bold = rows.findIndex(({ band }) => !band.every(({ line }) => line.isBold));
  if (bold > 0) return bold <= MAX_HEADER_ROWS ? bold : 0;
  const amounts = rows.findIndex(({ cells }) => cells.slice(1).some(isAmount));
  return amounts > 0 && amounts <= MAX_HEADER_ROWS ? amounts : 0;
}

/** The names of a column, one below the other; what goes over several rows stands there once. */
function namesOf(rows: readonly Row[], column: number): string {
  const names = rows.map(({ cells }) => cells[column]!);
  return names.filter((name, index) => name !== "" && name !== names[index - 1]).join(" ");
}
