import type { PageCell, PageLine } from "../engine/page-text.ts";
import { isAmount } from "./amount.ts";
import { joinLines } from "./divided-word.ts";
import type { DocumentWords } from "./document-words.ts";
import { cellsByColumn, type Column, columnsOf, columnsUnder } from "./table-columns.ts";

/** A row of a table: its cells joined by " | ", "" where it has none, and the lines on the page that it is made of. */
export interface TableRow {
  readonly text: string;
  readonly lines: readonly PageLine[];
}

export interface Table {
  /** The names of the columns, below titles of the table; none when it has no header. */
  readonly header: readonly TableRow[];
  readonly rows: readonly TableRow[];
  readonly columns?: readonly Column[] | undefined;
}

/** A table of lines, and how many of the lines above belong to its header. */
export interface BuiltTable extends Table {
  readonly takenAbove: number;
}

/** A header may be drawn in many pieces, but no higher than so many font sizes. */
const MAX_HEADER_PIECES = 24;
const MAX_HEADER_HEIGHT = 9;
const MAX_HEADER_CELL_CHARACTERS = 60;
/** Lines of one header, or of one label, stand no further apart than this many font sizes. */
const MAX_LINE_GAP = 2.2;
const MAX_LABEL_GAP = 1.5;
/** A label that ends like this goes on in the next line. */
const UNFINISHED = /(?:[,(–-]|\b(?:of|and|or|to|in|for|from|the|by|with|on|net|other|than|a|an|at))$/i;

/** Builds a table from its lines; `above` are the lines before it, which may belong to its header. */
export function buildTable(lines: readonly PageLine[], above: readonly PageLine[], words: DocumentWords): BuiltTable {
  const firstAmounts = lines.findIndex(hasAmounts);
  if (firstAmounts < 0) return { header: [], rows: lines.map(joined), takenAbove: 0 };
  const columns = columnsOf(lines.filter(hasAmounts), lines[firstAmounts - 1] ?? above.at(-1));
  const firstRow = firstRowBehindHeader(lines, firstAmounts);
  const own = firstRow <= MAX_HEADER_PIECES ? lines.slice(0, firstRow) : [];
  const body = mergedLabels(lines.slice(own.length), words);
  if (columns === undefined) return { header: own.map(joined), rows: body.map(joined), takenAbove: 0 };
  const headerLines = [...linesAbove(above, lines[0]!, columns), ...own];
  return {
    header: headerOf(headerLines, columns, words),
    rows: body.map((line) => rowOf(line, columns)),
    columns,
    takenAbove: headerLines.length - own.length,
  };
}

const joined = (line: PageLine): TableRow => ({ text: joinedText(line), lines: [line] });

const joinedText = (line: PageLine): string => line.cells.map(({ text }) => text).join(" | ");

/** Whether an amount stands behind the row's first cell. */
export const hasAmounts = (line: PageLine): boolean => line.cells.slice(1).some(({ text }) => isAmount(text));

/** A label right above the first amounts belongs to the rows, unless it stands over the columns. */
function firstRowBehindHeader(lines: readonly PageLine[], firstAmounts: number): number {
  let end = firstAmounts;
  const labelRight = lines[firstAmounts]!.cells[0]!.right;
  while (end > 0 && lines[end - 1]!.cells.length === 1 && lines[end - 1]!.left < labelRight) end--;
  return end;
}

/** Lines close above a table that lie over its columns: "Year ended December 31,". */
function linesAbove(above: readonly PageLine[], first: PageLine, columns: readonly Column[]): PageLine[] {
  const taken: PageLine[] = [];
  let below = first;
  for (let index = above.length - 1; index >= 0 && taken.length < MAX_HEADER_PIECES; index--) {
    const line = above[index]!;
    const gap = (line.baseline - below.baseline) / line.size;
    const isOver = line.angle === first.angle && line.left >= columns[0]!.right - 2 && gap <= MAX_LINE_GAP;
    // The parts of a header of several lines may be drawn column by column, so one may stand lower than the last.
    if (!isOver || Math.abs(line.baseline - first.baseline) > line.size * MAX_HEADER_HEIGHT) break;
    if (line.cells.some(({ text }) => text.length > MAX_HEADER_CELL_CHARACTERS)) break;
    taken.unshift(line);
    if (line.baseline > below.baseline) below = line;
  }
  return taken;
}

/** Puts the lines of a header together column by column; what stands over several columns is named in each. */
function headerOf(lines: readonly PageLine[], columns: readonly Column[], words: DocumentWords): TableRow[] {
  if (lines.length === 0) return [];
  const texts = columns.map(() => "");
  for (const line of lines.toSorted((a, b) => b.baseline - a.baseline)) {
    for (const cell of line.cells) {
      for (const index of columnsUnder(cell, columns)) {
        texts[index] = texts[index] === "" ? cell.text : joinLines(texts[index]!, cell.text, words);
      }
    }
  }
  return [{ text: rowText(texts), lines }];
}

function rowOf(line: PageLine, columns: readonly Column[]): TableRow {
  if (line.cells.length === 1) return { text: line.text, lines: [line] };
  const texts = cellsByColumn(line.cells, columns);
  return { text: texts === undefined ? joinedText(line) : rowText(texts), lines: [line] };
}

/** Without the cells at its end that have nothing. */
export const rowText = (texts: readonly string[]): string =>
  texts.slice(0, texts.findLastIndex((text) => text !== "") + 1).join(" | ");

/** Labels of two or three lines become one: the amounts stand beside the last line, or the first. */
function mergedLabels(lines: readonly PageLine[], words: DocumentWords): PageLine[] {
  const result: PageLine[] = [];
  for (const line of lines) {
    const last = result.at(-1);
    if (last !== undefined && isOneLabel(last, line)) result[result.length - 1] = withLabel(last, line, words);
    else result.push(line);
  }
  return result;
}

function isOneLabel(last: PageLine, line: PageLine): boolean {
  const gap = (last.baseline - line.baseline) / line.size;
  if (gap <= 0 || gap > MAX_LABEL_GAP || line.isBold !== last.isBold) return false;
  const goesOn = /^\p{Ll}/u.test(line.cells[0]!.text);
  if (last.cells.length === 1) return goesOn || (UNFINISHED.test(last.text) && line.cells.length > 1);
  // Below amounts only the rest of a label, never of a cell.
  return line.cells.length === 1 && goesOn && line.left < last.cells[0]!.right;
}

function withLabel(last: PageLine, line: PageLine, words: DocumentWords): PageLine {
  const label: PageCell = { ...last.cells[0]!, text: joinLines(last.cells[0]!.text, line.cells[0]!.text, words) };
  const cells = last.cells.length === 1 ? [label, ...line.cells.slice(1)] : [label, ...last.cells.slice(1)];
  const text = cells.map(({ text }) => text).join(" ");
  const right = Math.max(last.right, line.right);
  return { ...last, cells, text, right, baseline: line.baseline, top: last.top ?? last.baseline };
}
