import type { PageCell, PageLine } from "../engine/page-text.ts";

/** Where a column lies across the page, in points. */
export interface Column {
  readonly left: number;
  readonly right: number;
}

/** Columns may touch and overlap by this much: long labels run up to the amounts. */
const MAX_OVERLAP = 6;
/** Columns that one name stands over without covering them. */
const MAX_GROUP = 4;
/** Columns of two tables this close are the same: a table that goes on on the next page. */
const SAME_PLACE = 8;

/** The columns of a table by its fullest rows, or by the names above where these are more; undefined when neither agree. */
export function columnsOf(rows: readonly PageLine[], names: PageLine | undefined): readonly Column[] | undefined {
  const fullest = byFullestRows(rows);
  const named = names === undefined || names.cells.length <= (fullest?.length ?? 0) ? undefined : byNames(names, rows);
  return named ?? fullest;
}

/** The columns that names stand over, where each row has its cells under some of them, and each name is over one. */
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
  const most = rows.reduce((count, row) => Math.max(count, row.cells.length), 0);
  if (most < 2) return undefined;
  const fullest = rows.filter((row) => row.cells.length === most);
  const columns = Array.from({ length: most }, (_, index) => ({
    left: Math.min(...fullest.map((row) => row.cells[index]!.left)),
    right: Math.max(...fullest.map((row) => row.cells[index]!.right)),
  }));
  return areApart(columns) ? columns : undefined;
}

const areApart = (columns: readonly Column[]): boolean =>
  columns.every((column, index) => index === 0 || column.left > columns[index - 1]!.right - MAX_OVERLAP);

/**
 * The texts of a row by column, "" where it has none. Undefined when two cells would fall into one column: the row is
 * of another kind.
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

/** The column that the cell overlaps most, else the nearest. */
export function nearestColumn(cell: Column, columns: readonly Column[]): number {
  let best = 0;
  let bestOverlap = -Infinity;
  for (const [index, column] of columns.entries()) {
    const overlap = Math.min(cell.right, column.right) - Math.max(cell.left, column.left);
    if (overlap > bestOverlap) [best, bestOverlap] = [index, overlap];
  }
  return best;
}

/** The columns under a cell of a header: those it covers, or the group that it is centred over. */
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

/** Distance of the centres of two neighbouring columns. */
export function pitchAt(columns: readonly Column[], index: number): number {
  const other = index + 1 < columns.length ? index + 1 : index - 1;
  return Math.abs(centreOf(columns[other]!) - centreOf(columns[index]!));
}

/** Names of single columns are hardly wider than their distance, and stand centred over them, or flush right with the amounts. */
function isOverOne(cell: Column, columns: readonly Column[], index: number): boolean {
  const column = columns[index]!;
  const pitch = pitchAt(columns, index);
  if (cell.right - cell.left > pitch * 1.3) return false;
  return (
    Math.abs(cell.right - column.right) < pitch * 0.15 || Math.abs(centreOf(cell) - centreOf(column)) < pitch * 0.35
  );
}

/** "Year ended December 31," may be centred over more columns than it is wide: the group whose centre fits best. */
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

/** Whether the columns of two tables lie at the same places. */
export const sameColumns = (one: readonly Column[], other: readonly Column[]): boolean =>
  one.length === other.length &&
  one.every((column, index) => {
    const twin = other[index]!;
    // Amounts stand flush right, labels flush left.
    return index === 0
      ? Math.abs(column.left - twin.left) < SAME_PLACE
      : Math.abs(column.right - twin.right) < SAME_PLACE;
  });
