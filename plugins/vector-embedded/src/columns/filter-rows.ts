import type { Filter, FilterCondition } from "@quarry/plugin/domain";
import { isTurnOver, type Sliced } from "../read/turns.ts";
import { type Column, FIRST_ARRAY, MISSING } from "./column.ts";
import { conditionTable, type ConditionTable, UNKNOWN, YES } from "./condition-table.ts";
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
  if (filter.op !== "and" && filter.op !== "or") {
    const rows = conditionRows(filter, columns.get(filter.path)!, range);
    if (isTurnOver()) yield;
    return rows;
  }
  const isAnd = filter.op === "and";
  const parts: AnsweredRows[] = [];
  for (const part of filter.filters) parts.push(yield* filterRows(part, columns, range));
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

const merge = (all: readonly Uint32Array[], isAnd: boolean): Uint32Array => {
  const merged = all[0]!.slice();
  for (const words of all.slice(1)) {
    if (isAnd) for (let i = 0; i < merged.length; i += 1) merged[i]! &= words[i]!;
    else for (let i = 0; i < merged.length; i += 1) merged[i]! |= words[i]!;
  }
  return merged;
};

const conditionRows = (condition: FilterCondition, column: Column, range: RowRange): AnsweredRows => {
  const table = conditionTable(column, condition);
  const { negated } = condition;
  // Without what can't be told, a table says yes or no.
  const certain = rowsWhere(column, table.hasUnknown ? only(table, negated ? [YES, UNKNOWN] : [YES]) : table, range);
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

type Wanted = Pick<ConditionTable, "codes" | "arrays">;

/** 1 for each code that has one of these answers. */
const only = ({ codes, arrays }: ConditionTable, answers: readonly number[]): Wanted => {
  const wanted = (answer: number): number => (answers.includes(answer) ? 1 : 0);
  return { codes: codes.map(wanted), arrays: arrays.map(wanted) };
};

/** Rows whose code is wanted. */
const rowsWhere = (column: Column, wanted: Wanted, { from, to }: RowRange): Uint32Array => {
  const words = new Uint32Array(wordsFor(to - from));
  if (column.codes.length === 0) return wanted.codes[MISSING] === 1 ? complement(words, { from, to }) : words;
  if (column.arrays === 0) fillByCode(words, column.codes, wanted.codes, from, to);
  else fillByCodeOrArray(words, column.codes, wanted, from, to);
  return words;
};

const fillByCode = (words: Uint32Array, rows: Uint32Array, isWanted: Uint8Array, from: number, to: number): void => {
  for (let start = from; start < to; start += BITS_PER_WORD) {
    const end = Math.min(start + BITS_PER_WORD, to);
    let word = 0;
    for (let row = start; row < end; row += 1) word |= isWanted[rows[row]!]! << (row - start);
    words[(start - from) / BITS_PER_WORD] = word;
  }
};

const fillByCodeOrArray = (words: Uint32Array, rows: Uint32Array, isWanted: Wanted, from: number, to: number): void => {
  for (let start = from; start < to; start += BITS_PER_WORD) {
    const end = Math.min(start + BITS_PER_WORD, to);
    let word = 0;
    for (let row = start; row < end; row += 1) {
      const code = rows[row]!;
      const bit = code < FIRST_ARRAY ? isWanted.codes[code]! : isWanted.arrays[code - FIRST_ARRAY]!;
      word |= bit << (row - start);
    }
    words[(start - from) / BITS_PER_WORD] = word;
  }
};

/** The paths that a filter names. */
export const pathsIn = (filter: Filter, paths = new Set<string>()): ReadonlySet<string> => {
  if (filter.op === "and" || filter.op === "or") for (const part of filter.filters) pathsIn(part, paths);
  else paths.add(filter.path);
  return paths;
};
