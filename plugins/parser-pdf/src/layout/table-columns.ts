import type { PageCell, PageLine } from "../engine/page-text.ts";

/** Horizontal extent of a column, in points. */
export interface Column {
  readonly left: number;
  readonly right: number;
}

/** Maximum overlap of columns, in points: long labels extend to the amounts. */
const MAX_OVERLAP = 6;
/** Maximum columns under one name that doesn't cover them. */
const MAX_GROUP = 4;
/** Maximum difference, in points, of equal columns: a table that continues on the next page. */
const SAME_POSITION = 8;

/**
 * Returns the columns of a table by its fullest rows, or by the names above if these are more. Returns undefined if
 * neither is consistent.
 */
export function columnsOf(rows: readonly PageLine[], names: PageLine | undefined): readonly Column[] | undefined {
  const fullest = byFullestRows(rows);
  const named = names === undefined || names.cells.length <= (fullest?.length ?? 0) ? undefined : byNames(names, rows);
  return named ?? fullest;
}

/** Returns the columns under names, if each row has at most one cell per name and each name is used. */
function byNames(names: PageLine, rows: readonly PageLine[]): readonly Column[] | undefined {
  const columns = names.cells.map(({ left, right }) => ({ left, right, isUsed: false }));
  for (const row of rows) {
    let last = -1;
    for (const { left, right } of row.cells) {
      const index = nearestColumn({ left, right }, names.cells);
      if (index <= last) return undefined;
      const column = columns[(last = index)]!;
      Object.assign(column, {
        left: Math.min(column.left, left),
        right: Math.max(column.right, right),
        isUsed: true,
      });
    }
  }
  return columns.every(({ isUsed }) => isUsed) && areApart(columns) ? columns : undefined;
}

function byFullestRows(rows: readonly PageLine[]): readonly Column[] | undefined {
  const max = rows.reduce((count, row) => Math.max(count, row.cells.length), 0);
  if (max < 2) return undefined;
  const fullest = rows.filter((row) => row.cells.length === max);
  const columns = Array.from({ length: max }, (_, index) => ({
    left: Math.min(...fullest.map((row) => row.cells[index]!.left)),
    right: Math.max(...fullest.map((row) => row.cells[index]!.right)),
  }));
  return areApart(columns) ? columns : undefined;
}

const areApart = (columns: readonly Column[]): boolean =>
  columns.every((column, index) => index === 0 || column.left > columns[index - 1]!.right - MAX_OVERLAP);

/**
 * Returns the texts of a row by column, "" for empty ones. Returns undefined if two cells fall into one column: the row
 * is of another kind.
 */
export function cellsByColumn(cells: readonly PageCell[], columns: readonly Column[]): string[] | undefined {
  const texts = columns.map(() => "");
  let last = -1;
  for (const cell of cells) {
    const index = nearestColumn(cell, columns);
    if (index <= last) return undefined;
    texts[index] = cell.text;
    last = index;
  }
  return texts;
}

/** Returns the column that the cell overlaps most, else the nearest. */
export function nearestColumn(cell: Column, columns: readonly Column[]): number {
  let best = 0;
  let bestOverlap = -Infinity;
  for (const [index, column] of columns.entries()) {
    const overlap = Math.min(cell.right, column.right) - Math.max(cell.left, column.left);
    if (overlap > bestOverlap) [best, bestOverlap] = [index, overlap];
  }
  return best;
}

/** Returns the columns under a header cell: those it covers, or the group that it is centred over. */
export function columnsUnder(cell: Column, columns: readonly Column[]): number[] {
  const nearest = nearestColumn(cell, columns);
  if (nearest === 0) return [0];
  let first = nearest;
  let last = nearest;
  while (first > 1 && covers(cell, columns[first - 1]!)) first--;
  while (last < columns.length - 1 && covers(cell, columns[last + 1]!)) last++;
  if (first === last && !isOverOne(cell, columns, nearest)) [first, last] = groupAround(cell, columns, nearest);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

export const centreOf = ({ left, right }: Column): number => (left + right) / 2;

const covers = (cell: Column, column: Column): boolean =>
  cell.left <= centreOf(column) && cell.right >= centreOf(column);

/** Returns the distance between the centres of neighbouring columns. */
export function pitchAt(columns: readonly Column[], index: number): number {
  const other = index + 1 < columns.length ? index + 1 : index - 1;
  return Math.abs(centreOf(columns[other]!) - centreOf(columns[index]!));
}

/**
 * Whether a name belongs to a single column: it is hardly wider than the column distance, and centred or flush right
 * with the amounts.
 */
function isOverOne(cell: Column, columns: readonly Column[], index: number): boolean {
  const column = columns[index]!;
  const pitch = pitchAt(columns, index);
  if (cell.right - cell.left > pitch * 1.3) return false;
  return (
    Math.abs(cell.right - column.right) < pitch * 0.15 || Math.abs(centreOf(cell) - centreOf(column)) < pitch * 0.35
  );
}

/**
 * Returns the group of columns whose centre fits a name best. "Year ended December 31," can be centred over more
 * columns than it is wide.
 */
function groupAround(cell: Column, columns: readonly Column[], nearest: number): [number, number] {
  let best: [number, number] = [nearest, nearest];
  let bestDistance = pitchAt(columns, nearest) * 0.25;
  for (let first = Math.max(1, nearest - MAX_GROUP + 1); first <= nearest; first++) {
    for (let last = Math.max(nearest, first + 1); last < Math.min(first + MAX_GROUP, columns.length); last++) {
      const centre = (columns[first]!.left + columns[last]!.right) / 2;
      const distance = Math.abs(centre - centreOf(cell));
      if (distance < bestDistance) [best, bestDistance] = [[first, last], distance];
    }
  }
  return best;
}

/** Whether the columns of two tables have the same positions. */
export const sameColumns = (one: readonly Column[], other: readonly Column[]): boolean =>
  one.length === other.length &&
  one.every((column, index) => {
    const twin = other[index]!;
    // Amounts are flush right, labels are flush left.
    return index === 0
      ? Math.abs(column.left - twin.left) < SAME_POSITION
      : Math.abs(column.right - twin.right) < SAME_POSITION;
  });
