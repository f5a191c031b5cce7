import {
  canonicalValue,
  compareStrings,
  type FilterCondition,
  isCanonicalMoment,
  mayBePartOfMoment,
} from "@quarry/plugin/domain";
import { isSliceOver, type Sliced } from "../vectors/read/sliced.ts";
import { lowerBound } from "../lower-bound.ts";
import { isPlain, valueTermOf } from "../postings/field-value-list.ts";
import type { RangeEnd } from "./atom-order.ts";
import {
  type Atoms,
  CODE_BYTES,
  type CodedValue,
  codedValue,
  codedTerm,
  isString,
  LIST,
  LONG_LIST,
  LONG_STRING,
  NUMBER,
  STRING,
  TERM,
} from "./atoms.ts";
import { type Column, type ConditionTable, FIRST_ATOM, MISSING, NO, PRESENT, UNKNOWN, YES } from "./column.ts";

/** Table that is being filled, with `NO` for a start. */
interface OpenTable extends ConditionTable {
  hasUnknown: boolean;
}

const emptyTable = ({ count }: Atoms): OpenTable => ({ codes: new Uint8Array(count + FIRST_ATOM), hasUnknown: false });

const setUnknown = (table: OpenTable, atom: number): void => {
  table.codes[atom + FIRST_ATOM] = UNKNOWN;
  table.hasUnknown = true;
};

/**
 * Evaluates a condition once for each distinct value, whatever the number of rows. Ignores the condition's negation.
 */
const singleTable = (column: Column, condition: FilterCondition): ConditionTable => {
  const { atoms } = column;
  const table = emptyTable(atoms);
  // `contains` on a list compares whole elements.
  const elements = condition.op === "contains" ? emptyTable(atoms) : table;
  switch (condition.op) {
    case "exists":
      table.codes.fill(YES, PRESENT);
      return table;
    case "contains":
      if (typeof condition.value === "string") {
        markSubstrings(atoms, condition.value, table);
        markTimestamps(atoms, condition.value, table);
      }
      markEqual(atoms, condition, elements);
      break;
    case "eq":
    case "in":
      markEqual(atoms, condition, table);
      break;
    default:
      markRange(column, [condition], table);
  }
  markLists(atoms, elements.codes, table);
  // In arrays null is an element. Elsewhere it means a missing value.
  if (condition.op === "eq" && condition.value === null) table.codes[MISSING] = YES;
  return table;
};

/**
 * Combines conditions on one column into one table, for the codes that exist when it begins. Ignores the negation of a
 * single condition: complementing its rows is cheaper.
 */
export function* conditionTable(
  column: Column,
  conditions: readonly FilterCondition[],
  isAnd: boolean,
): Sliced<ConditionTable> {
  if (conditions.length === 1) return singleTable(column, conditions[0]!);
  // Not for lists: one element can be above the lower bound and another below the upper one.
  const areRanges = isAnd && !column.atoms.hasLists;
  const bounds = areRanges ? conditions.filter(isBound) : [];
  const others = areRanges ? conditions.filter((condition) => !isBound(condition)) : conditions;
  const makers = [
    ...[...Map.groupBy(bounds, ({ value }) => typeof value).values()].map((ofType) => () => rangeTable(column, ofType)),
    ...others.map((condition) => () => withNegation(singleTable(column, condition), condition)),
  ];
  let table = makers[0]!();
  for (const make of makers.slice(1)) {
    if (isSliceOver()) yield;
    table = combined(table, make(), isAnd ? NO : YES);
  }
  return table;
}

/** Bound of a range of values. */
type Bound = Extract<FilterCondition, { op: "gt" | "gte" | "lt" | "lte" }>;

export const isRange = ({ op }: FilterCondition): boolean => ["gt", "gte", "lt", "lte"].includes(op);

const isBound = (condition: FilterCondition): condition is Bound => !condition.negated && isRange(condition);

const rangeTable = (column: Column, bounds: readonly Bound[]): ConditionTable => {
  const table = emptyTable(column.atoms);
  markRange(column, bounds, table);
  return table;
};

const withNegation = (table: ConditionTable, { negated }: FilterCondition): ConditionTable => {
  if (!negated) return table;
  return { ...table, codes: table.codes.map((answer) => (answer === UNKNOWN ? UNKNOWN : YES - answer)) };
};

/** Combines two tables: `dominant` wins over any other answer; otherwise undecided values stay undecided. */
const combined = (one: ConditionTable, other: ConditionTable, dominant: number): ConditionTable => {
  const { codes } = one;
  for (let code = 0; code < codes.length; code += 1) {
    const answer = other.codes[code]!;
    if (answer === dominant || (answer === UNKNOWN && codes[code] !== dominant)) codes[code] = answer;
  }
  return { codes, hasUnknown: one.hasUnknown || other.hasUnknown };
};

/** Conditions that compare whole values. */
type WholeCondition = Extract<FilterCondition, { op: "eq" | "in" | "contains" }>;

/**
 * Values of a condition, encoded once for all columns. A string whose term can belong to other strings is also encoded
 * as that term.
 */
const codedValues = (condition: WholeCondition): readonly CodedValue[] => {
  let values = CACHED_VALUES.get(condition);
  if (values === undefined) {
    const operands = condition.op === "in" ? condition.values : [condition.value];
    values = operands.flatMap((value) => {
      const whole = codedValue(condition.op === "contains" ? canonicalValue(value) : value);
      return typeof value !== "string" || isPlain(value)
        ? [whole]
        : [whole, codedTerm(Buffer.from(valueTermOf(value)))];
    });
    CACHED_VALUES.set(condition, values);
  }
  return values;
};

const CACHED_VALUES = new WeakMap<WholeCondition, readonly CodedValue[]>();

/** Marks the atoms that equal a value of the condition. */
const markEqual = (atoms: Atoms, condition: WholeCondition, table: OpenTable): void => {
  for (const value of codedValues(condition)) {
    const atom = atoms.find(value);
    if (atom < 0) continue;
    if (value.kind === TERM) setUnknown(table, atom);
    else table.codes[atom + FIRST_ATOM] = YES;
  }
};

/** Sets the answers for lists: a list matches if one of its elements does. */
const markLists = (atoms: Atoms, elementAnswers: Uint8Array, table: OpenTable): void => {
  if (!atoms.hasLists) return;
  for (let atom = 0; atom < atoms.count; atom += 1) {
    if (atoms.kinds[atom] === LONG_LIST) setUnknown(table, atom);
    if (atoms.kinds[atom] !== LIST) continue;
    let answer = NO;
    const end = atoms.ends[atom]!;
    for (let at = atoms.startOf(atom); at < end && answer !== YES; at += CODE_BYTES) {
      const elementAnswer = elementAnswers[atoms.codeAt(at)]!;
      if (elementAnswer !== NO) answer = elementAnswer;
    }
    if (answer === UNKNOWN) setUnknown(table, atom);
    else table.codes[atom + FIRST_ATOM] = answer;
  }
};

/** Marks the atoms between bounds, all of them strings or all numbers. */
const markRange = ({ atoms, order }: Column, bounds: readonly Bound[], table: OpenTable): void => {
  order.requestSort();
  const isOfNumbers = typeof bounds[0]!.value === "number";
  const ends = bounds.map((bound) => rangeEndOf(atoms, bound));
  const condition: Condition = {
    isOf: isOfNumbers ? (kind) => kind === NUMBER : isString,
    test: ends
      .map(
        ({ isLower, isReached }) =>
          (atom: number) =>
            isReached(atom) === isLower,
      )
      .reduce((one, other) => (atom) => one(atom) && other(atom)),
  };
  // A lone surrogate has no position in byte order.
  if (bounds.some(({ value }) => typeof value === "string" && !value.isWellFormed()))
    return testEach(atoms, table, condition);
  const within = order.within(isOfNumbers, ends);
  for (let at = 0; at < within.length; at += 1) table.codes[within[at]! + FIRST_ATOM] = YES;
  for (const atom of order.unordered) testOne(atoms, table, atom, condition);
  testEach(atoms, table, condition, order.atoms);
};

const rangeEndOf = (atoms: Atoms, { op, value }: Bound): RangeEnd => {
  const compare = comparisonWith(atoms, value);
  // The end is after values equal to it for `gt` and `lte`, and before them otherwise.
  const isAfterEqual = op === "gt" || op === "lte";
  return {
    isLower: op === "gt" || op === "gte",
    isReached: isAfterEqual ? (atom) => compare(atom) > 0 : (atom) => compare(atom) >= 0,
  };
};

/** Returns a comparison of an atom of the same type with `value`. */
const comparisonWith = (atoms: Atoms, value: string | number): ((atom: number) => number) => {
  if (typeof value === "number") return (atom) => atoms.numberOf(atom) - value;
  const bytes = Buffer.from(value);
  const isWellFormed = value.isWellFormed();
  return (atom) =>
    isWellFormed && atoms.kinds[atom] === STRING
      ? atoms.compare(atom, bytes, 0, bytes.length)
      : compareStrings(atoms.stringOf(atom), value);
};

/** Test for atoms of certain kinds. */
interface Condition {
  readonly isOf: (kind: number) => boolean;
  readonly test: (atom: number) => boolean;
}

/** Tests each atom from number `from` on. */
const testEach = (atoms: Atoms, table: OpenTable, condition: Condition, from = 0): void => {
  for (let atom = from; atom < atoms.count; atom += 1) testOne(atoms, table, atom, condition);
};

const testOne = (atoms: Atoms, table: OpenTable, atom: number, { isOf, test }: Condition): void => {
  const kind = atoms.kinds[atom]!;
  if (!isOf(kind)) return;
  if (kind === LONG_STRING || kind === TERM) setUnknown(table, atom);
  else table.codes[atom + FIRST_ATOM] = test(atom) ? YES : NO;
};

const markSubstrings = (atoms: Atoms, part: string, table: OpenTable): void => {
  const bytes = Buffer.from(part);
  // Lone surrogates match only in UTF-16, and the empty string is a part of every string.
  if (!part.isWellFormed() || bytes.length === 0)
    return testEach(atoms, table, { isOf: isString, test: (atom) => atoms.stringOf(atom).includes(part) });
  const test = (atom: number): boolean => atoms.kinds[atom] !== STRING && atoms.stringOf(atom).includes(part);
  if (atoms.hasOthers) testEach(atoms, table, { isOf: isString, test });
  // Searches all strings at once, as they are contiguous.
  const end = atoms.startOf(atoms.count);
  const prefix = atoms.bytes.subarray(0, end);
  let at = prefix.indexOf(bytes);
  for (let atom = 0; at >= 0;) {
    const byte = at;
    atom = lowerBound(atom, atoms.count, (other) => atoms.ends[other]! > byte);
    const isInside = at + bytes.length <= atoms.ends[atom]!;
    if (isInside && atoms.kinds[atom] === STRING) table.codes[atom + FIRST_ATOM] = YES;
    at = prefix.indexOf(bytes, isInside ? atoms.ends[atom]! : at + 1);
  }
};

/** Marks timestamps as undecided: substrings match the text as sent, but the column stores timestamps normalised. */
const markTimestamps = (atoms: Atoms, part: string, table: OpenTable): void => {
  if (!mayBePartOfMoment(part)) return;
  const isNormalisedTimestamp = (kind: number, atom: number): boolean =>
    kind === STRING &&
    atoms.bytes[atoms.startOf(atom) + DATE_LENGTH] === TIME_MARK &&
    isCanonicalMoment(atoms.stringOf(atom));
  for (let atom = 0; atom < atoms.count; atom += 1)
    if (isNormalisedTimestamp(atoms.kinds[atom]!, atom)) setUnknown(table, atom);
};

/** Length of a date such as `2024-03-11`, which "T" follows. */
const DATE_LENGTH = 10;
const TIME_MARK = 0x54;
