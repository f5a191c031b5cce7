import type { LevelLine } from "./level-lines.ts";

/** Fewer lines next to others are not a column. */
const MIN_LINES = 3;
/** Minimum width of a text column, as a share of both columns. */
const MIN_COLUMN_SHARE = 0.25;
/**
 * Minimum mean width of lines relative to their height, some 22 letters. Shorter ones are cells of a table or form,
 * which are read row by row.
 */
const MIN_LINE_WIDTH = 8.5;
/** Maximum recursion depth: text has no more than eight columns. */
const MAX_DEPTH = 3;
/** Maximum gutters that are tried. Each belongs to a line that ends before others begin, of which a page has few. */
const MAX_GUTTERS = 100;

/**
 * Splits lines into groups that are read from top to bottom: columns one after the other, with lines across them in
 * between.
 */
export function columnsOf(lines: readonly LevelLine[], depth = 0): (readonly LevelLine[])[] {
  const sorted = lines.toSorted((one, other) => one.middle - other.middle);
  const bands = depth < MAX_DEPTH ? bestBands(sorted) : undefined;
  if (bands === undefined) return [sorted];
  const columns: (readonly LevelLine[])[] = [];
  // Lines between two bands of columns belong together.
  let across: LevelLine[] = [];
  const endAcross = (): void => {
    if (across.length > 0) columns.push(...columnsOf(across, depth + 1));
    across = [];
  };
  for (const band of bands) {
    if (hasColumns(band)) {
      endAcross();
      columns.push(...columnsOf(band.left, depth + 1), ...columnsOf(band.right, depth + 1));
    } else across.push(...band.left, ...band.right);
    if (band.end !== undefined) across.push(band.end);
  }
  endAcross();
  return columns;
}

/** Lines on both sides of a gutter, down to the first line that crosses it. */
interface Band {
  readonly left: readonly LevelLine[];
  readonly right: readonly LevelLine[];
  readonly end?: LevelLine;
}

/** Returns the bands of the gutter with the most lines in columns, or undefined if no gutter has any. */
function bestBands(lines: readonly LevelLine[]): readonly Band[] | undefined {
  let max = 0;
  let best: readonly Band[] | undefined;
  for (const gutter of guttersOf(lines)) {
    const bands = bandsOf(lines, gutter);
    const count = bands.filter(hasColumns).reduce((sum, { left, right }) => sum + left.length + right.length, 0);
    if (count <= max) continue;
    max = count;
    best = bands;
  }
  return best;
}

/** Returns the centres of the gaps between a line and the next one to its right. */
function guttersOf(lines: readonly LevelLine[]): readonly number[] {
  const gutters = new Set<number>();
  for (const line of lines) {
    const sameRow = lines.filter(
      (other) => other.left >= line.right && Math.abs(other.middle - line.middle) < Math.max(other.height, line.height),
    );
    if (sameRow.length > 0) {
      gutters.add(Math.round((line.right + Math.min(...sameRow.map(({ left }) => left))) / 2));
    }
    if (gutters.size === MAX_GUTTERS) break;
  }
  return [...gutters];
}

function bandsOf(lines: readonly LevelLine[], gutter: number): Band[] {
  const bands: Band[] = [];
  let [left, right]: [LevelLine[], LevelLine[]] = [[], []];
  for (const line of lines) {
    if (line.right <= gutter) left.push(line);
    else if (line.left >= gutter) right.push(line);
    else {
      bands.push({ left, right, end: line });
      [left, right] = [[], []];
    }
  }
  return [...bands, { left, right }];
}

function hasColumns({ left, right }: Band): boolean {
  if (Math.min(left.length, right.length) < MIN_LINES || !isText(left) || !isText(right)) return false;
  const [one, other] = [widthOf(left), widthOf(right)];
  return Math.min(one, other) >= (one + other) * MIN_COLUMN_SHARE;
}

const isText = (lines: readonly LevelLine[]): boolean =>
  lines.reduce((sum, { left, right, height }) => sum + (right - left) / height, 0) >= lines.length * MIN_LINE_WIDTH;

const widthOf = (lines: readonly LevelLine[]): number =>
  Math.max(...lines.map(({ right }) => right)) - Math.min(...lines.map(({ left }) => left));
