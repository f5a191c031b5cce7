import { isAmount, isHeaderLike } from "@quarry/formats/tables";
import type { Row } from "./row.ts";

/** Column range of one table. Several tables can be side by side. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the column ranges of the tables that a row is the header of, judged by this row and the next. Returns none if
 * it isn't header-like. Returns several only if an empty column separates them and each of the right ones has row
 * labels, too.
 */
export function headerColumns(row: Row, next: Row | undefined): Columns[] {
  if (row.hasMeasure) return [];
  const below = next !== undefined && next.position === row.position + 1 ? next : undefined;
  const runs = runsOf(row);
  if (runs.length > 1 && below !== undefined && areTables(row, below, runs)) return runs;
  const from = Math.min(row.columns[0]!, below?.columns[0] ?? Infinity);
  return isHeaderLike(namesFrom(from, row, below)) ? [{ from, to: row.columns.at(-1)! }] : [];
}

/**
 * Whether a row contains group names for the columns named by the next row: "2023" and "2024" above four quarters each.
 */
export function isGroupHeader(row: Row, next: Row | undefined): boolean {
  if (next === undefined || next.position !== row.position + 1) return false;
  return (
    !row.hasMeasure &&
    row.texts.length > 1 &&
    row.texts.length <= next.texts.length &&
    row.columns[0]! >= next.columns[0]! &&
    row.columns.at(-1)! <= next.columns.at(-1)! &&
    headerColumns(next, undefined).length > 0 &&
    row.texts.every((text) => text.length <= 80 && !(isAmount(text) && !/^(?:19|20)\d\d$/.test(text)))
  );
}

/**
 * Returns the names from a column on. Empty cells are retained if the row below has a value there, i.e. a name is
 * missing.
 */
function namesFrom(from: number, row: Row, below: Row | undefined): string[] {
  const names: string[] = row.columns[0]! > from ? [""] : [];
  for (const [index, column] of row.columns.entries()) {
    const before = row.columns[index - 1];
    if (before !== undefined && column > before + 1 && hasValueBetween(below, before, column)) names.push("");
    names.push(row.texts[index]!);
  }
  return names;
}

const hasValueBetween = (row: Row | undefined, before: number, next: number): boolean =>
  row === undefined || row.columns.some((column) => column > before && column < next);

function runsOf({ columns }: Row): Columns[] {
  const runs: { from: number; to: number }[] = [];
  for (const column of columns) {
    const last = runs.at(-1);
    if (last !== undefined && column === last.to + 1) last.to = column;
    else runs.push({ from: column, to: column });
  }
  return runs;
}

function areTables(row: Row, below: Row, runs: readonly Columns[]): boolean {
  return runs.every(({ from, to }, index) => {
    const names = textsWithin(row, from, to);
    const next = runs[index + 1]?.from ?? to + 1;
    if (textsWithin(below, to + 1, next - 1).length > 0) return false;
    const first = below.texts[below.columns.indexOf(from)];
    return isHeaderLike(names) && !isAmount(names[0]!) && first !== undefined && (index === 0 || isName(first));
  });
}

const textsWithin = ({ columns, texts }: Row, from: number, to: number): string[] =>
  texts.filter((_, index) => columns[index]! >= from && columns[index]! <= to);

/** Whether a text can be a row label, which contains letters. A column of numbers belongs to the table on its left. */
const isName = (text: string): boolean => /\p{L}/u.test(text) && !isAmount(text);
