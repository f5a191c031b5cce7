import type { Filter, FilterCondition } from "@quarry/plugin/domain";
import { isSliceOver, type Sliced } from "../vectors/read/sliced.ts";
import { type Column, type ConditionTable, MISSING, NO, UNKNOWN, YES } from "./column.ts";
import { keyFor } from "./column-kinds.ts";
import { unite, countOf, intersect, makeBits, type RowBits, invert } from "./row-bits.ts";

// The filter engine of keyword and vector search: bitmaps over dictionary-encoded columns, as in column stores. Each
// condition is evaluated once for each distinct value of its path (`ConditionTable`). The codes of the rows then select
// the matching rows. `and`, `or` and negation are loops over 32 rows at a time (ADR 0090). A `RowSource` provides
// columns and rows: metadata columns in memory, or postings of document and passage segments.

/** Answers conditions on a path with `Rows`: a set of rows, or a test of single rows. */
export interface RowSource<Rows> {
  /** Returns the rows for which all the conditions on a path hold, or any of them if `isAnd` is false. */
  where(path: string, conditions: readonly FilterCondition[], isAnd: boolean): Sliced<Rows>;
  /** Returns the intersection or the union. Can modify the parts. */
  combine(parts: readonly Rows[], isAnd: boolean): Rows;
}

/** Returns the rows that match a filter, as a set or a test, with exactly the semantics of `compileFilter`. */
export function* filterRows<Rows>(filter: Filter, source: RowSource<Rows>): Sliced<Rows> {
  const { isAnd, paths, trees } = partsOf(filter);
  const parts: Rows[] = [];
  for (const [path, conditions] of paths) {
    parts.push(yield* source.where(path, conditions, isAnd));
    if (isSliceOver()) yield;
  }
  for (const tree of trees) parts.push(yield* filterRows(tree, source));
  return parts.length === 1 ? parts[0]! : source.combine(parts, isAnd);
}

/**
 * Rows that match a filter. Those in `yes` match for certain. The columns can't decide those that are in `maybe` but
 * not in `yes`. Both are the same bitmap if none are undecided.
 */
export interface AnsweredRows {
  readonly yes: RowBits;
  readonly maybe: RowBits;
}

export const combineRows = (parts: readonly AnsweredRows[], isAnd: boolean): AnsweredRows => {
  const [{ yes, maybe: open }, ...others] = parts as [AnsweredRows, ...AnsweredRows[]];
  const isExact = parts.every((part) => part.maybe === part.yes);
  const maybe = isExact || open !== yes ? open : open.slice();
  const add = isAnd ? intersect : unite;
  for (const part of others) {
    add(yes, part.yes);
    if (!isExact) add(maybe, part.maybe);
  }
  return { yes, maybe };
};

/** Returns the rows that don't match, including the unused bits of the last word. Modifies the sets. */
export const complementRows = ({ yes, maybe }: AnsweredRows): AnsweredRows => {
  const certain = invert(maybe);
  return { yes: certain, maybe: yes === maybe ? certain : invert(yes) };
};

/** Range of rows from `from`, the first of a 32-bit word, to `to`, exclusive. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Row source for columns in memory, by key. */
export const columnRows = (columns: ReadonlyMap<string, Column>, range: RowRange): RowSource<AnsweredRows> => ({
  *where(path, conditions, isAnd) {
    const column = columns.get(keyFor(path, conditions))!;
    const rows = unlikeMissing(column, yield* column.kind.answer(column, conditions, isAnd), range);
    return matchesMissing(conditions, isAnd) ? withoutTail(complementRows(rows), range) : rows;
  },
  combine: combineRows,
});

const withoutTail = (rows: AnsweredRows, { from, to }: RowRange): AnsweredRows => {
  const unusedBits = (to - from) & 31;
  if (unusedBits > 0)
    for (const words of new Set([rows.yes, rows.maybe])) words[words.length - 1]! &= ~(-1 << unusedBits);
  return rows;
};

/** Whether the conditions hold for rows without a value at the path. */
export const matchesMissing = (conditions: readonly FilterCondition[], isAnd: boolean): boolean =>
  isAnd ? conditions.every(matchesMissingValue) : conditions.some(matchesMissingValue);

const matchesMissingValue = (condition: FilterCondition): boolean =>
  (condition.op === "eq" && condition.value === null) !== condition.negated;

/** Returns the rows whose answer differs from that of rows without a value at the path. */
export const unlikeMissing = (column: Column, { codes, hasUnknown }: ConditionTable, range: RowRange): AnsweredRows => {
  const other = YES - codes[MISSING]!;
  const isPlain = other === YES && !hasUnknown;
  const yes = rowsWhere(column, isPlain ? codes : codesWithAnswer(codes, [other]), range);
  return { yes, maybe: hasUnknown ? rowsWhere(column, codesWithAnswer(codes, [other, UNKNOWN]), range) : yes };
};

/** 1 for each code that has one of these answers. */
const codesWithAnswer = (codes: Uint8Array, answers: readonly number[]): Uint8Array =>
  codes.map((answer) => (answers.includes(answer) ? 1 : 0));

/** Returns the rows whose code is wanted. */
const rowsWhere = ({ codes, lists }: Column, isWanted: Uint8Array, { from, to }: RowRange): RowBits => {
  const words = makeBits(to - from);
  if (codes.length === 0) return words;
  const usedLists = from === 0 && lists.rows > 0 && lists.rows <= to && lists.addTo(words, isWanted);
  fillByCode(usedLists ? words.subarray(lists.rows >>> 5) : words, codes, isWanted, usedLists ? lists.rows : from, to);
  if (from === 0 && !usedLists) lists.requestLists(countOf(words), to);
  return words;
};

/** Separate function: this makes the loop a quarter faster. */
const fillByCode = (words: RowBits, codes: Uint32Array, isWanted: Uint8Array, from: number, to: number): void => {
  for (let start = from; start < to; start += 32) {
    const end = Math.min(start + 32, to);
    let word = 0;
    for (let row = start; row < end; row += 1) word |= isWanted[codes[row]!]! << (row - start);
    words[(start - from) >>> 5] = word;
  }
};

/** Whether a filter matches a row. */
export type RowTest = (row: number) => boolean;

/**
 * Source of tests for single rows. A test is undefined if the columns can't decide its part of the filter. For few rows
 * a test costs less than scanning all of them. It covers the rows that exist when it begins.
 */
export const rowTests = (columns: ReadonlyMap<string, Column>): RowSource<RowTest | undefined> => ({
  *where(path, conditions, isAnd) {
    const column = columns.get(keyFor(path, conditions))!;
    const { codes, hasUnknown } = yield* column.kind.answer(column, conditions, isAnd);
    if (hasUnknown) return undefined;
    const rows = column.codes;
    const wanted = conditions.length === 1 && conditions[0]!.negated ? NO : YES;
    const isMissingWanted = codes[MISSING] === wanted;
    return rows.length === 0 ? () => isMissingWanted : (row) => codes[rows[row]!] === wanted;
  },
  combine(parts, isAnd) {
    const tests = parts.filter((test) => test !== undefined);
    if (tests.length < parts.length) return undefined;
    return isAnd ? (row) => tests.every((test) => test(row)) : (row) => tests.some((test) => test(row));
  },
});

/** Splits a filter into conditions by path and nested filters. */
const partsOf = (filter: Filter) => {
  const parts = isTree(filter) ? filter.filters : [filter];
  // A scan of all rows costs more than a scan of all values, so conditions are grouped: one row scan for each path.
  const paths = Map.groupBy(
    parts.filter((part) => !isTree(part)),
    ({ path }) => path,
  );
  return { isAnd: filter.op === "and", paths, trees: parts.filter(isTree) };
};

const isTree = (filter: Filter): filter is Exclude<Filter, FilterCondition> =>
  filter.op === "and" || filter.op === "or";

/** Returns the columns that a filter needs: their paths by key. */
export const columnsIn = (filter: Filter, columns = new Map<string, string>()): ReadonlyMap<string, string> => {
  const { paths, trees } = partsOf(filter);
  for (const [path, conditions] of paths) columns.set(keyFor(path, conditions), path);
  for (const tree of trees) columnsIn(tree, columns);
  return columns;
};
