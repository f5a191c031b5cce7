import type { PageLine } from "../engine/page-text.ts";
import { isAmount } from "./amount.ts";
import { captionsOf } from "./captions.ts";
import { partOf } from "./column-order.ts";

/** A page with more lines is made to keep a parser busy: each line may be compared with each table. */
const MAX_LINES = 2_000;
/** Longer lines are text. */
const MAX_LABEL_CHARACTERS = 120;
const MAX_NAME_CHARACTERS = 60;
const MAX_NAME_SCALE = 1.2;
const MIN_SENTENCE = 30;
const SENTENCE_END = /\p{Ll}{2}[.;:]\s*$/u;
/** Maximum distances of rows and of column names, in font sizes. */
const MAX_ROW_GAP = 6;
const MAX_NAME_GAP = 2.6;
/** Maximum height of column names above the first row, in font sizes. */
const MAX_HEADER_HEIGHT = 20;
/** Maximum distance, in font sizes, by which labels of several rows begin to the left of them. */
const MAX_OUTDENT = 4;
/** Maximum lines with a date or a title between the names and the first amounts. */
const MAX_LABELS = 2;
/** Maximum difference of baselines at the same height, in font sizes. Raised marks have a larger limit. */
const SAME_HEIGHT = 0.3;
const MARK_SCALE = 0.8;
const MARK_HEIGHT = 0.5;

/** Consecutive lines of a page. Those of tables are ordered, and from left to right. */
export interface OrderedLines {
  readonly isTable: boolean;
  readonly lines: readonly PageLine[];
}

/** Consecutive rows of amounts, in file order. */
interface Body {
  readonly rows: (readonly PageLine[])[];
  left: number;
  right: number;
}

/**
 * Moves the lines of a table of amounts to their position among its rows, regardless of drawing order: column names
 * drawn after all other text, note marks, and fragments of rows.
 */
export function inTableOrder(lines: readonly PageLine[]): OrderedLines[] {
  const bodies = lines.length > MAX_LINES ? [] : bodiesOf(lines);
  const captions = bodies.length === 0 ? new Map<PageLine, PageLine>() : captionsOf(lines);
  const placedLines = new Set<PageLine>(bodies.flatMap(({ rows }) => rows.flat()));
  const groups = new Map<PageLine, readonly PageLine[]>();
  for (const body of bodies) {
    const others = [...linesWithin(lines, body), ...namesAbove(lines, body, captions)].filter(
      (line) => !placedLines.has(line),
    );
    for (const line of others) placedLines.add(line);
    groups.set(body.rows[0]![0]!, byHeight([...body.rows.flat(), ...others]).flatMap(fromLeft));
  }
  const result: OrderedLines[] = [];
  let text: PageLine[] = [];
  for (const line of lines) {
    const table = groups.get(line);
    if (table !== undefined) {
      result.push({ isTable: false, lines: text }, { isTable: true, lines: table });
      text = [];
    } else if (!placedLines.has(line)) text.push(line);
  }
  return [...result, { isTable: false, lines: text }];
}

/** Groups consecutive lines at one height, from left to right. */
function rowsInOrder(lines: readonly PageLine[]): PageLine[][] {
  const rows: PageLine[][] = [];
  for (const line of lines) {
    const last = rows.at(-1)?.at(-1);
    if (last !== undefined && areBeside(last, line) && line.left >= last.right) rows.at(-1)!.push(line);
    else rows.push([line]);
  }
  return rows;
}

function hasAmounts(row: readonly PageLine[]): boolean {
  const cells = row.flatMap((line) => line.cells);
  return cells.length > 1 && cells.slice(1).some(({ text }) => isAmount(text.trim()));
}

function bodiesOf(lines: readonly PageLine[]): Body[] {
  const bodies: Body[] = [];
  let open: Body | undefined;
  for (const row of rowsInOrder(lines)) {
    const [left, right] = [row[0]!.left, row.at(-1)!.right];
    if (!hasAmounts(row)) {
      if (row.some(({ text }) => text.length > MAX_LABEL_CHARACTERS)) open = undefined;
    } else if (open !== undefined && isNextRow(open, row[0]!, left, right)) {
      open.rows.push(row);
      open.left = Math.min(open.left, left);
      open.right = Math.max(open.right, right);
    } else {
      open = { rows: [row], left, right };
      bodies.push(open);
    }
  }
  return bodies.filter(({ rows }) => rows.length > 1);
}

function isNextRow({ rows, left, right }: Body, line: PageLine, from: number, to: number): boolean {
  const last = rows.at(-1)![0]!;
  const gap = last.baseline - line.baseline;
  const isBelow = gap > -last.size * SAME_HEIGHT && gap <= last.size * MAX_ROW_GAP;
  return isBelow && line.angle === last.angle && from < right && to > left;
}

const isBeside = (line: PageLine, { rows, left, right }: Body): boolean =>
  line.angle === rows[0]![0]!.angle &&
  line.right > left &&
  line.left >= left - line.size * MAX_OUTDENT &&
  line.right <= right + 2 * Math.max(line.size, rows[0]![0]!.size);

/** Returns the lines between the first and the last row. */
function linesWithin(lines: readonly PageLine[], body: Body): PageLine[] {
  const [first, last] = [body.rows[0]![0]!, body.rows.at(-1)![0]!];
  const top = first.baseline + first.size * MARK_HEIGHT;
  const bottom = last.baseline - last.size * MARK_HEIGHT;
  return lines.filter(
    (line) =>
      line.baseline < top && line.baseline > bottom && line.text.length <= MAX_LABEL_CHARACTERS && isBeside(line, body),
  );
}

/** Returns names closely above the first row that are over its amounts, and the lines next to them. */
function namesAbove(lines: readonly PageLine[], body: Body, captions: ReadonlyMap<PageLine, PageLine>): PageLine[] {
  const first = body.rows[0]![0]!;
  const from = first.baseline + first.size * SAME_HEIGHT;
  const to = first.baseline + first.size * MAX_HEADER_HEIGHT;
  const amountsLeft = Math.min(...body.rows.map((row) => row.flatMap(({ cells }) => cells)[1]!.left));
  const isOver = (line: PageLine): boolean => (line.left + line.right) / 2 >= amountsLeft - 2 * line.size;
  const above = lines.filter((line) => line.baseline > from && line.baseline < to && isBeside(line, body));
  const names: PageLine[] = [];
  let labels: PageLine[] = [];
  let edge = first.baseline;
  for (const row of byHeight(above).toReversed()) {
    const [{ baseline, size }] = row as [PageLine];
    if (baseline - edge > Math.max(size, first.size) * MAX_NAME_GAP) break;
    if (row.some((line) => isText(line, first) || captions.has(line))) break;
    edge = baseline;
    if (row.some(isOver)) {
      names.push(...labels, ...row);
      labels = [];
    } else if (labels.push(...row) > MAX_LABELS) break;
  }
  return names;
}

/** Whether a line above a table is too long or too large for a name, or ends a sentence. */
const isText = ({ text, cells, size }: PageLine, row: PageLine): boolean =>
  size > row.size * MAX_NAME_SCALE ||
  (text.length > MIN_SENTENCE && SENTENCE_END.test(text)) ||
  cells.some((cell) => cell.text.length > MAX_NAME_CHARACTERS);

/** Groups lines by height, from top to bottom. */
function byHeight(lines: readonly PageLine[]): PageLine[][] {
  const rows: PageLine[][] = [];
  for (const line of lines.toSorted((one, other) => other.baseline - one.baseline)) {
    const last = rows.at(-1);
    if (last !== undefined && areBeside(last[0]!, line)) last.push(line);
    else rows.push([line]);
  }
  return rows;
}

function areBeside(one: PageLine, other: PageLine): boolean {
  const size = Math.max(one.size, other.size);
  const isMark = Math.min(one.size, other.size) < size * MARK_SCALE;
  return Math.abs(one.baseline - other.baseline) < size * (isMark ? MARK_HEIGHT : SAME_HEIGHT);
}

/** Sorts a row from left to right, cell by cell if one line is in a gap of another. */
function fromLeft(row: readonly PageLine[]): PageLine[] {
  if (row.length === 1) return [...row];
  const ordered = row.toSorted((one, other) => one.left - other.left);
  const isApart = ordered.every((line, index) => index === 0 || line.left >= ordered[index - 1]!.right - 1);
  if (isApart) return ordered;
  return row
    .flatMap((line) => line.cells.map((cell) => partOf(line, [cell])))
    .toSorted((one, other) => one.left - other.left);
}
