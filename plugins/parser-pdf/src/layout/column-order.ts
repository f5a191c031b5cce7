import type { PageCell, PageLine } from "../engine/page-text.ts";

/** Cells that are shorter on average belong to a table, which is read row by row. */
const MIN_TEXT_CELL_CHARACTERS = 22;
/** Minimum number of lines per column and of jumps between columns. Fewer are a coincidence. */
const MIN_INTERLEAVED = 4;
/** Minimum width of a text column, as a share of both columns. */
const MIN_COLUMN_SHARE = 0.25;
/** A page with more lines is made to keep a parser busy: each line may be compared with all others. */
const MAX_LINES = 2_000;
/** Maximum recursion depth: text has no more columns. */
const MAX_DEPTH = 3;

/**
 * Restores the reading order of text columns that the file draws line by line across the page. Leaves tables unchanged,
 * and lines drawn column by column, as in nearly all files.
 */
export function inReadingOrder(lines: readonly PageLine[], depth = 0): readonly PageLine[] {
  if (depth >= MAX_DEPTH || lines.length < MIN_INTERLEAVED || lines.length > MAX_LINES) return lines;
  const result: PageLine[] = [];
  for (let index = 0; index < lines.length;) {
    const run = interleavedRun(lines, index);
    if (run === undefined) {
      result.push(lines[index++]!);
      continue;
    }
    result.push(...inReadingOrder(run.left, depth + 1), ...inReadingOrder(run.right, depth + 1));
    index = run.end;
  }
  return result;
}

interface InterleavedRun {
  readonly left: readonly PageLine[];
  readonly right: readonly PageLine[];
  readonly end: number;
}

/** Returns the lines from `start` on that are on either side of one gutter and change sides repeatedly. */
function interleavedRun(lines: readonly PageLine[], start: number): InterleavedRun | undefined {
  const gutter = gutterAt(lines, start);
  if (gutter === undefined) return undefined;
  const left: PageLine[] = [];
  const right: PageLine[] = [];
  let jumps = 0;
  let side = 0;
  let end = start;
  for (; end < lines.length; end++) {
    const parts = divide(lines[end]!, gutter);
    if (parts === undefined || lines[end]!.angle !== lines[start]!.angle) break;
    if (parts.left !== undefined) left.push(parts.left);
    if (parts.right !== undefined) right.push(parts.right);
    const now = parts.left !== undefined && parts.right !== undefined ? 2 : parts.left !== undefined ? -1 : 1;
    if (now === 2 || (side !== 0 && now === -side)) jumps++;
    side = now === 2 ? 1 : now;
  }
  const isClear = jumps >= MIN_INTERLEAVED && left.length >= MIN_INTERLEAVED && right.length >= MIN_INTERLEAVED;
  return isClear && isText(left) && isText(right) && areWide(left, right) ? { left, right, end } : undefined;
}

/**
 * Returns the middle of the widest gap in the first line, or of the gap between the first two lines if they are next to
 * each other.
 */
function gutterAt(lines: readonly PageLine[], start: number): number | undefined {
  const line = lines[start]!;
  if (line.cells.length > 1) {
    let widest = 1;
    for (let index = 1; index < line.cells.length; index++)
      if (gapAt(line.cells, index) > gapAt(line.cells, widest)) widest = index;
    return (line.cells[widest - 1]!.right + line.cells[widest]!.left) / 2;
  }
  const next = lines[start + 1];
  if (next === undefined || next.cells.length > 1 || next.left <= line.right + line.size) return undefined;
  return Math.abs(next.baseline - line.baseline) < line.size * 2 ? (line.right + next.left) / 2 : undefined;
}

const gapAt = (cells: readonly PageCell[], index: number): number => cells[index]!.left - cells[index - 1]!.right;

/** Splits a line at the gutter. Returns undefined if the line crosses it. */
function divide(line: PageLine, gutter: number): { left?: PageLine; right?: PageLine } | undefined {
  if (line.cells.some((cell) => cell.left < gutter && cell.right > gutter)) return undefined;
  const left = line.cells.filter((cell) => cell.right <= gutter);
  const right = line.cells.filter((cell) => cell.left >= gutter);
  return {
    ...(left.length > 0 && { left: partOf(line, left) }),
    ...(right.length > 0 && { right: partOf(line, right) }),
  };
}

/** Returns a line with only some of its cells. */
export function partOf(line: PageLine, cells: readonly PageCell[]): PageLine {
  if (cells.length === line.cells.length) return line;
  return {
    ...line,
    cells,
    text: cells.map(({ text }) => text).join(" "),
    left: cells[0]!.left,
    right: cells.at(-1)!.right,
  };
}

function isText(lines: readonly PageLine[]): boolean {
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  const letters = lines.reduce((sum, { text }) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0);
  return characters / lines.length >= MIN_TEXT_CELL_CHARACTERS && letters >= characters * 0.6;
}

function areWide(left: readonly PageLine[], right: readonly PageLine[]): boolean {
  const [one, other] = [widthOf(left), widthOf(right)];
  return Math.min(one, other) >= (one + other) * MIN_COLUMN_SHARE;
}

const widthOf = (lines: readonly PageLine[]): number =>
  Math.max(...lines.map((line) => line.right)) - Math.min(...lines.map((line) => line.left));
