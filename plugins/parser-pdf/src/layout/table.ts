import type { PageCell, PageLine } from "../engine/page-text.ts";
import type { Ruling } from "../engine/rulings.ts";
import { isAmount } from "./amount.ts";
import { joinLines } from "./divided-word.ts";
import type { DocumentWords } from "./document-words.ts";
import { columnNames } from "./table-header.ts";
import { cellsByColumn, type Column, columnsOf } from "./table-columns.ts";

/** A table row: its cells joined by " | ", with "" for empty ones, and the page's lines it consists of. */
export interface TableRow {
  readonly text: string;
  readonly lines: readonly PageLine[];
}

export interface Table {
  /** The column names, after any titles of the table. Empty if it has no header. */
  readonly header: readonly TableRow[];
  readonly rows: readonly TableRow[];
  readonly columns?: readonly Column[] | undefined;
}

/** A table built from lines, and the number of preceding lines that its header uses. */
export interface BuiltTable extends Table {
  readonly usedAbove: number;
}

/** Maximum number of pieces of a header, and its maximum height in font sizes. */
const MAX_HEADER_PIECES = 24;
const MAX_HEADER_HEIGHT = 18;
const MAX_HEADER_CELL_CHARACTERS = 60;
/** A longer text over several columns is a title of the table. */
const MAX_REPEATED_CHARACTERS = 40;
const SAME_HEIGHT = 0.3;
/** Maximum distances of the lines of a header and of a label, in font sizes. */
const MAX_LINE_GAP = 2.2;
const MAX_LABEL_GAP = 1.5;
/** Maximum distance of a label line that begins with a lower-case letter, in font sizes. */
const MAX_WIDE_LABEL_GAP = 2.3;
/** Maximum line distance of a label, in font sizes and relative to the row distance. Shorter labels don't continue. */
const MAX_LEADING = 1.3;
const MAX_RELATIVE_LEADING = 0.85;
const MIN_LABEL_CHARACTERS = 6;
const MAX_GAP_RATIO = 1.05;
/** A label with such an ending continues on the next line. */
const UNFINISHED = /(?:[,(–-]|\b(?:of|and|or|to|in|for|from|the|by|with|on|net|other|than|a|an|at))$/;

/** Builds a table from its lines. `above` are the preceding lines, which may belong to its header. */
export function buildTable(
  lines: readonly PageLine[],
  above: readonly PageLine[],
  rules: readonly Ruling[],
  words: DocumentWords,
): BuiltTable {
  const firstAmounts = lines.findIndex(hasAmounts);
  if (firstAmounts < 0) return { header: [], rows: lines.map(joined), usedAbove: 0 };
  const columns = columnsOf(lines.filter(hasAmounts), lines[firstAmounts - 1] ?? above.at(-1));
  const firstRow = firstRowAfterHeader(lines, firstAmounts);
  const own = firstRow <= MAX_HEADER_PIECES ? lines.slice(0, firstRow) : [];
  const body = mergedLabels(lines.slice(own.length), words);
  if (columns === undefined) return { header: own.map(joined), rows: body.map(joined), usedAbove: 0 };
  const headerLines = [...linesAbove(above, lines[0]!, columns), ...own];
  return {
    header: headerOf(headerLines, columns, rules, words),
    rows: body.map((line) => rowOf(line, columns)),
    columns,
    usedAbove: headerLines.length - own.length,
  };
}

const joined = (line: PageLine): TableRow => ({ text: joinedText(line), lines: [line] });

const joinedText = (line: PageLine): string => line.cells.map(({ text }) => text).join(" | ");

/** Whether a row has an amount after its first cell. */
export const hasAmounts = (line: PageLine): boolean => line.cells.slice(1).some(({ text }) => isAmount(text));

/**
 * Returns the first row after the header. A label directly above the first amounts belongs to the rows, unless it is
 * over the columns.
 */
function firstRowAfterHeader(lines: readonly PageLine[], firstAmounts: number): number {
  let end = firstAmounts;
  const labelRight = lines[firstAmounts]!.cells[0]!.right;
  while (end > 0 && lines[end - 1]!.cells.length === 1 && lines[end - 1]!.left < labelRight) end--;
  return end;
}

/** Returns lines closely above a table and over its columns: "Year ended December 31,". */
function linesAbove(above: readonly PageLine[], first: PageLine, columns: readonly Column[]): PageLine[] {
  const header: PageLine[] = [];
  let below = first;
  for (let index = above.length - 1; index >= 0 && header.length < MAX_HEADER_PIECES; index--) {
    const line = above[index]!;
    const gap = (line.baseline - below.baseline) / line.size;
    const isOver = line.angle === first.angle && line.left >= columns[0]!.right - 2 && gap <= MAX_LINE_GAP;
    // Parts of a multi-line header can be drawn column by column, so one can be lower than the previous one.
    if (!isOver || Math.abs(line.baseline - first.baseline) > line.size * MAX_HEADER_HEIGHT) break;
    if (line.cells.some(({ text }) => text.length > MAX_HEADER_CELL_CHARACTERS)) break;
    header.unshift(line);
    if (line.baseline > below.baseline) below = line;
  }
  return header;
}

function headerOf(
  lines: readonly PageLine[],
  columns: readonly Column[],
  rules: readonly Ruling[],
  words: DocumentWords,
): TableRow[] {
  const titles = lines.filter((line) => isTitle(line, lines, columns));
  const names = lines.filter((line) => !titles.includes(line));
  const header = names.length === 0 ? [] : [{ text: rowText(columnNames(names, columns, rules, words)), lines: names }];
  return [...titles.map(joined), ...header];
}

/** Whether a line above the names is a sentence over several columns, which is not a name of each of them. */
const isTitle = (line: PageLine, lines: readonly PageLine[], columns: readonly Column[]): boolean =>
  line.cells.length === 1 &&
  line.text.length > MAX_REPEATED_CHARACTERS &&
  lines.every(
    (other) => other === line || other.baseline < line.baseline - line.size * SAME_HEIGHT || isTitleLine(other),
  ) &&
  columns.filter((column) => column.left < line.right && column.right > line.left).length > 1;

const isTitleLine = ({ cells, text }: PageLine): boolean => cells.length === 1 && text.length > MAX_REPEATED_CHARACTERS;

function rowOf(line: PageLine, columns: readonly Column[]): TableRow {
  if (line.cells.length === 1) return { text: line.text, lines: [line] };
  const texts = cellsByColumn(line.cells, columns);
  return { text: texts === undefined ? joinedText(line) : rowText(texts), lines: [line] };
}

/** Joins cells without trailing empty ones. */
export const rowText = (texts: readonly string[]): string =>
  texts.slice(0, texts.findLastIndex((text) => text !== "") + 1).join(" | ");

/** Merges labels of two or three lines. The amounts are next to the last line, the first, or one between. */
function mergedLabels(lines: readonly PageLine[], words: DocumentWords): PageLine[] {
  const pitch = pitchOf(lines);
  const result: PageLine[] = [];
  let before: PageLine | undefined;
  for (const [index, line] of lines.entries()) {
    const last = result.at(-1);
    const gap = before === undefined ? 0 : before.baseline - line.baseline;
    const next = lines[index + 1];
    // A label between two rows belongs to the nearer one, else it is the beginning of the next.
    const isNext =
      last !== undefined &&
      last.cells.length > 1 &&
      next !== undefined &&
      next.cells.length > 1 &&
      line.baseline - next.baseline <= gap * MAX_GAP_RATIO;
    const isOne = last !== undefined && !isNext && isOneLabel(last, line, gap / line.size, pitch);
    if (isOne) result[result.length - 1] = withLabel(last, line, words);
    else result.push(line);
    before = line;
  }
  return result;
}

/** Returns the median distance of rows, in points. */
function pitchOf(lines: readonly PageLine[]): number {
  const gaps = lines.flatMap((line, index) => {
    const above = lines[index - 1];
    return above !== undefined && above.cells.length > 1 && line.cells.length > 1
      ? [above.baseline - line.baseline]
      : [];
  });
  return gaps.toSorted((one, other) => one - other)[gaps.length >> 1] ?? 0;
}

/**
 * Whether a line continues the label of the previous line. `gap` is their distance in font sizes. At most one of the
 * two has amounts.
 */
function isOneLabel(last: PageLine, line: PageLine, gap: number, pitch: number): boolean {
  if (gap <= 0 || line.isBold !== last.isBold || (last.cells.length > 1 && line.cells.length > 1)) return false;
  if (line.left > last.cells[0]!.right) return false;
  const startsLowerCase = /^\p{Ll}/u.test(line.cells[0]!.text);
  const isClose = gap <= MAX_LABEL_GAP;
  if (gap <= MAX_LEADING && gap * line.size <= pitch * MAX_RELATIVE_LEADING && last.text.length > MIN_LABEL_CHARACTERS)
    return true;
  if (last.cells.length > 1) return isClose && startsLowerCase;
  return (
    gap <= MAX_WIDE_LABEL_GAP && (startsLowerCase || (isClose && UNFINISHED.test(last.text) && line.cells.length > 1))
  );
}

function withLabel(last: PageLine, line: PageLine, words: DocumentWords): PageLine {
  const label: PageCell = { ...last.cells[0]!, text: joinLines(last.cells[0]!.text, line.cells[0]!.text, words) };
  const cells = last.cells.length === 1 ? [label, ...line.cells.slice(1)] : [label, ...last.cells.slice(1)];
  const text = cells.map(({ text }) => text).join(" ");
  const right = Math.max(last.right, line.right);
  return { ...last, cells, text, right, baseline: line.baseline, top: last.top ?? last.baseline };
}
