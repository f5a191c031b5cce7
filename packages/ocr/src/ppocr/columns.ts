import type { LevelLine } from "./level-lines.ts";

/** Fewer lines beside others are no column. */
const MIN_LINES = 3;
/** Columns of text are at least this wide, as a share of the two together. */
const MIN_COLUMN_SHARE = 0.25;
/** Mean width of lines in heights, some 22 letters; shorter ones are cells of a table or a form, which are read row by row. */
const MIN_LINE_WIDTH = 8.5;
/** More columns than eight are not text. */
const MAX_DEPTH = 3;
/** Gutters that are tried: as many as lines that end before others begin, of which a page has few. */
const MAX_GUTTERS = 100;

/** Lines that are read one below the other, from the top: columns one after the other, lines across them between. */
export function columnsOf(lines: readonly LevelLine[], depth = 0): (readonly LevelLine[])[] {
  const sorted = lines.toSorted((one, other) => one.middle - other.middle);
  const bands = depth < MAX_DEPTH ? mostInColumns(sorted) : undefined;
  if (bands === undefined) return [sorted];
  const columns: (readonly LevelLine[])[] = [];
  // Lines between two bands with columns belong together.
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

/** Lines on both sides of a gutter, down to one that crosses it. */
interface Band {
  readonly left: readonly LevelLine[];
  readonly right: readonly LevelLine[];
  readonly end?: LevelLine;
}

/** The bands of the gutter with the most lines in columns; undefined where no gutter has any. */
function mostInColumns(lines: readonly LevelLine[]): readonly Band[] | undefined {
  let most = 0;
  let found: readonly Band[] | undefined;
  for (const gutter of guttersOf(lines)) {
    const bands = bandsOf(lines, gutter);
    const count = bands.filter(hasColumns).reduce((sum, { left, right }) => sum + left.length + right.length, 0);
    if (count <= most) continue;
    most = count;
    found = bands;
  }
  return found;
}

/** The middles of gaps between a line and the next one beside it. */
function guttersOf(lines: readonly LevelLine[]): readonly number[] {
  const gutters = new Set<number>();
  for (const line of lines) {
    const beside = lines.filter(
      (other) => other.left >= line.right && Math.abs(other.middle - line.middle) < Math.max(other.height, line.height),
    );
    if (beside.length > 0) {
      gutters.add(Math.round((line.right + Math.min(...beside.map(({ left }) => left))) / 2));
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
