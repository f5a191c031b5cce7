import type { Filter, FilterCondition } from "@quarry/plugin/domain";
import { isTurnOver, type Sliced } from "../vectors/read/turns.ts";
import { type Column, MISSING } from "./column.ts";
import { combinedTable, conditionTable, type ConditionTable, NO, UNKNOWN, YES } from "./condition-table.ts";
import { wordsFor } from "./row-bits.ts";

/** Some rows, from a first one that begins a word, to the last but one. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Which rows of a range a filter matches: `yes` for certain, of those in `maybe` but not in `yes` columns can't tell. */
export interface AnsweredRows {
  readonly yes: Uint32Array;
  readonly maybe: Uint32Array;
}

const BITS_PER_WORD = 32;
const ALL = 0xffff_ffff;

/** Answers a filter from the columns of its paths, with just the meaning of `compileFilter`. */
export function* filterRows(
  filter: Filter,
  columns: ReadonlyMap<string, Column>,
  range: RowRange,
): Sliced<AnsweredRows> {
  const { isAnd, paths, trees } = partsOf(filter);
  const parts: AnsweredRows[] = [];
  for (const [path, conditions] of paths) {
    const column = columns.get(path)!;
    parts.push(tableRows(yield* tableOf(column, conditions, isAnd), column, range));
    if (isTurnOver()) yield;
  }
  for (const tree of trees) parts.push(yield* filterRows(tree, columns, range));
  if (parts.length === 1) return parts[0]!;
  const yes = merge(
    parts.map((part) => part.yes),
    isAnd,
  );
  if (parts.every((part) => part.maybe === part.yes)) return { yes, maybe: yes };
  const maybe = merge(
    parts.map((part) => part.maybe),
    isAnd,
  );
  return { yes, maybe };
}

/** Whether a filter matches a row. */
export type RowTest = (row: number) => boolean;

/**
 * The same for rows that are asked about one by one: where these are few, it costs less than to look at all. It knows the rows that there are
 * when it begins. Undefined where columns can't tell.
 */
export function* rowTest(filter: Filter, columns: ReadonlyMap<string, Column>): Sliced<RowTest | undefined> {
  const { isAnd, paths, trees } = partsOf(filter);
  const tests: RowTest[] = [];
  for (const [path, conditions] of paths) {
    const column = columns.get(path)!;
    const { table, negated } = yield* tableOf(column, conditions, isAnd);
    if (table.hasUnknown) return undefined;
    tests.push(columnTest(column, table.codes, negated));
    if (isTurnOver()) yield;
  }
  for (const tree of trees) {
    const test = yield* rowTest(tree, columns);
    if (test === undefined) return undefined;
    tests.push(test);
  }
  if (tests.length === 1) return tests[0];
  return isAnd ? (row) => tests.every((test) => test(row)) : (row) => tests.some((test) => test(row));
}

const columnTest = ({ codes: rows }: Column, codes: Uint8Array, negated: boolean): RowTest => {
  const wanted = negated ? NO : YES;
  const isMissingWanted = codes[MISSING] === wanted;
  return rows.length === 0 ? () => isMissingWanted : (row) => codes[rows[row]!] === wanted;
};

/** What a filter is made of: conditions by their path, and what is nested. */
const partsOf = (filter: Filter) => {
  const parts = isTree(filter) ? filter.filters : [filter];
  // A look at all rows costs more than a look at all values: there is one for each path.
  const paths = Map.groupBy(
    parts.filter((part) => !isTree(part)),
    ({ path }) => path,
  );
  return { isAnd: filter.op === "and", paths, trees: parts.filter(isTree) };
};

/** What is asked of one path; where it is negated, it is what does not hold. */
interface PathTable {
  readonly table: ConditionTable;
  readonly negated: boolean;
}

function* tableOf(column: Column, conditions: readonly FilterCondition[], isAnd: boolean): Sliced<PathTable> {
  const [first, second] = conditions;
  if (second !== undefined) return { table: yield* combinedTable(column, conditions, isAnd), negated: false };
  return { table: conditionTable(column, first!), negated: first!.negated };
}

const isTree = (filter: Filter): filter is Exclude<Filter, FilterCondition> =>
  filter.op === "and" || filter.op === "or";

const merge = (all: readonly Uint32Array[], isAnd: boolean): Uint32Array => {
  const merged = all[0]!.slice();
  for (const words of all.slice(1)) {
    if (isAnd) for (let i = 0; i < merged.length; i += 1) merged[i]! &= words[i]!;
    else for (let i = 0; i < merged.length; i += 1) merged[i]! |= words[i]!;
  }
  return merged;
};

const tableRows = ({ table, negated }: PathTable, column: Column, range: RowRange): AnsweredRows => {
  // Without what can't be told, a table says yes or no.
  const certain = rowsWhere(
    column,
    table.hasUnknown ? only(table, negated ? [YES, UNKNOWN] : [YES]) : table.codes,
    range,
  );
  if (negated) complement(certain, range);
  if (!table.hasUnknown) return { yes: certain, maybe: certain };
  const possible = rowsWhere(column, only(table, negated ? [YES] : [YES, UNKNOWN]), range);
  if (negated) complement(possible, range);
  return { yes: certain, maybe: possible };
};

const complement = (words: Uint32Array, { from, to }: RowRange): Uint32Array => {
  for (let i = 0; i < words.length; i += 1) words[i]! ^= ALL;
  const beyond = (to - from) % BITS_PER_WORD;
  if (beyond > 0) words[words.length - 1]! &= ~(ALL << beyond);
  return words;
};

/** 1 for each code that has one of these answers. */
const only = ({ codes }: ConditionTable, answers: readonly number[]): Uint8Array =>
  codes.map((answer) => (answers.includes(answer) ? 1 : 0));

/** Rows whose code is wanted. */
const rowsWhere = ({ codes }: Column, isWanted: Uint8Array, { from, to }: RowRange): Uint32Array => {
  const words = new Uint32Array(wordsFor(to - from));
  if (codes.length === 0) return isWanted[MISSING] === 1 ? complement(words, { from, to }) : words;
  fillByCode(words, codes, isWanted, from, to);
  return words;
};

/** By itself, it takes a quarter less time. */
const fillByCode = (words: Uint32Array, codes: Uint32Array, isWanted: Uint8Array, from: number, to: number): void => {
  for (let start = from; start < to; start += BITS_PER_WORD) {
    const end = Math.min(start + BITS_PER_WORD, to);
    let word = 0;
    for (let row = start; row < end; row += 1) word |= isWanted[codes[row]!]! << (row - start);
    words[(start - from) / BITS_PER_WORD] = word;
  }
};

/** The paths that a filter names. */
export const pathsIn = (filter: Filter, paths = new Set<string>()): ReadonlySet<string> => {
  if (isTree(filter)) for (const part of filter.filters) pathsIn(part, paths);
  else paths.add(filter.path);
  return paths;
};
