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
import {
  type Atoms,
  CODE_BYTES,
  type CodedValue,
  codedValue,
  codedWord,
  isString,
  LIST,
  LONG_LIST,
  LONG_STRING,
  NUMBER,
  STRING,
  WORD,
} from "./atoms.ts";
import { type Column, FIRST_ATOM, MISSING, PRESENT } from "./column.ts";

export const NO = 0;
export const YES = 1;
/** The stored form of the value can't decide the condition. */
export const UNKNOWN = 2;

/** For each code of a column, whether conditions hold. */
export interface ConditionTable {
  readonly codes: Uint8Array;
  readonly hasUnknown: boolean;
}

/**
 * Evaluates a condition once for each distinct value, whatever the number of rows. Ignores the condition's negation.
 */
const singleTable = (column: Column, condition: FilterCondition): ConditionTable => {
  const { atoms } = column;
  const codes = new Uint8Array(atoms.count + FIRST_ATOM);
  let hasUnknown = false;
  switch (condition.op) {
    case "exists":
      return { codes: codes.fill(YES, PRESENT), hasUnknown };
    case "contains": {
      // Of a list, whole elements.
      const elements = new Uint8Array(codes.length);
      hasUnknown = askWhole(atoms, condition, elements);
      if (typeof condition.value === "string") {
        hasUnknown = askParts(atoms, condition.value, codes) || hasUnknown;
        hasUnknown = leaveMoments(atoms, condition.value, codes) || hasUnknown;
      }
      return { codes, hasUnknown: askLists(atoms, elements, codes) || hasUnknown };
    }
    case "eq":
    case "in":
      hasUnknown = askWhole(atoms, condition, codes);
      break;
    default:
      hasUnknown = askStretch(column, [condition], codes);
  }
  hasUnknown = askLists(atoms, codes, codes) || hasUnknown;
  // A null is an element in arrays; elsewhere it is what is missing.
  if (condition.op === "eq" && condition.value === null) codes[MISSING] = YES;
  return { codes, hasUnknown };
};

/**
 * Conditions on one column as one, for the codes that there are when it begins. The negation of a condition that stands alone is not seen to: that
 * of its rows costs less.
 */
export function* conditionTable(
  column: Column,
  conditions: readonly FilterCondition[],
  isAnd: boolean,
): Sliced<ConditionTable> {
  if (conditions.length === 1) return singleTable(column, conditions[0]!);
  // Of a list, one element may be above the lower bound and another below the upper one.
  const areStretches = isAnd && !column.atoms.hasLists;
  const bounds = areStretches ? conditions.filter(isBound) : [];
  const others = areStretches ? conditions.filter((condition) => !isBound(condition)) : conditions;
  const makers = [
    ...[...Map.groupBy(bounds, ({ value }) => typeof value).values()].map(
      (ofType) => () => stretchTable(column, ofType),
    ),
    ...others.map((condition) => () => withNegation(singleTable(column, condition), condition)),
  ];
  let table = makers[0]!();
  for (const make of makers.slice(1)) {
    if (isSliceOver()) yield;
    table = joined(table, make(), isAnd ? NO : YES);
  }
  return table;
}

/** Bound of a range of values. */
type Bound = Extract<FilterCondition, { op: "gt" | "gte" | "lt" | "lte" }>;

export const isRange = ({ op }: FilterCondition): boolean => ["gt", "gte", "lt", "lte"].includes(op);

const isBound = (condition: FilterCondition): condition is Bound => !condition.negated && isRange(condition);

const stretchTable = (column: Column, bounds: readonly Bound[]): ConditionTable => {
  const codes = new Uint8Array(column.atoms.count + FIRST_ATOM);
  return { codes, hasUnknown: askStretch(column, bounds, codes) };
};

const withNegation = (table: ConditionTable, { negated }: FilterCondition): ConditionTable => {
  if (!negated) return table;
  return { ...table, codes: table.codes.map((answer) => (answer === UNKNOWN ? UNKNOWN : YES - answer)) };
};

/** Combines two tables: `decides` wins over any other answer; otherwise undecided values stay undecided. */
const joined = (one: ConditionTable, other: ConditionTable, decides: number): ConditionTable => {
  const { codes } = one;
  for (let code = 0; code < codes.length; code += 1) {
    const answer = other.codes[code]!;
    if (answer === decides || (answer === UNKNOWN && codes[code] !== decides)) codes[code] = answer;
  }
  return { codes, hasUnknown: one.hasUnknown || other.hasUnknown };
};

/** Values that are asked for as they are. */
type WholeCondition = Extract<FilterCondition, { op: "eq" | "in" | "contains" }>;

/** The values of a condition, coded once for all columns that it is asked of; of strings whose words others may have, the words as well. */
const codedValues = (condition: WholeCondition): readonly CodedValue[] => {
  let values = CODED.get(condition);
  if (values === undefined) {
    const wanted = condition.op === "in" ? condition.values : [condition.value];
    values = wanted.flatMap((value) => {
      const whole = codedValue(condition.op === "contains" ? canonicalValue(value) : value);
      return typeof value !== "string" || isPlain(value)
        ? [whole]
        : [whole, codedWord(Buffer.from(valueTermOf(value)))];
    });
    CODED.set(condition, values);
  }
  return values;
};

const CODED = new WeakMap<WholeCondition, readonly CodedValue[]>();

/** Marks the atoms that equal a value of the condition. Returns whether any of them is undecided. */
const askWhole = (atoms: Atoms, condition: WholeCondition, codes: Uint8Array): boolean => {
  let hasUnknown = false;
  for (const value of codedValues(condition)) {
    const atom = atoms.find(value);
    if (atom >= 0) codes[atom + FIRST_ATOM] = value.kind === WORD ? UNKNOWN : YES;
    if (atom >= 0 && value.kind === WORD) hasUnknown = true;
  }
  return hasUnknown;
};

/** A list is what one of its elements is. Whether there was one that can't be told. */
const askLists = (atoms: Atoms, ofElements: Uint8Array, codes: Uint8Array): boolean => {
  if (!atoms.hasLists) return false;
  let hasUnknown = false;
  for (let atom = 0; atom < atoms.count; atom += 1) {
    if (atoms.kinds[atom] === LONG_LIST) {
      codes[atom + FIRST_ATOM] = UNKNOWN;
      hasUnknown = true;
    }
    if (atoms.kinds[atom] !== LIST) continue;
    let answer = NO;
    const end = atoms.ends[atom]!;
    for (let at = atoms.startOf(atom); at < end && answer !== YES; at += CODE_BYTES) {
      const ofElement = ofElements[atoms.codeAt(at)]!;
      if (ofElement !== NO) answer = ofElement;
    }
    codes[atom + FIRST_ATOM] = answer;
  }
  return hasUnknown;
};

/** Marks the atoms between bounds, all of them strings or all numbers. Returns whether any of them is undecided. */
const askStretch = ({ atoms, order }: Column, bounds: readonly Bound[], codes: Uint8Array): boolean => {
  order.want();
  const isOfNumbers = typeof bounds[0]!.value === "number";
  const ends = bounds.map((bound) => endOf(atoms, bound));
  const condition: Condition = {
    isOf: isOfNumbers ? (kind) => kind === NUMBER : isString,
    test: ends
      .map(
        ({ isLower, isReached }) =>
          (atom: number) =>
            isReached(atom) === isLower,
      )
      .reduce(both),
  };
  // Half a character has no place among bytes.
  if (bounds.some(({ value }) => typeof value === "string" && !value.isWellFormed()))
    return testEach(atoms, codes, condition);
  let [from, to] = order.span(isOfNumbers);
  for (const { isLower, isReached } of ends) {
    const rank = order.lowerBound(isReached, from, to);
    if (isLower) from = rank;
    else to = rank;
  }
  const within = order.between(from, to);
  for (let at = 0; at < within.length; at += 1) codes[within[at]! + FIRST_ATOM] = YES;
  let hasUnknown = false;
  for (const atom of order.others) hasUnknown = testOne(atoms, codes, atom, condition) || hasUnknown;
  return testEach(atoms, codes, condition, order.atoms) || hasUnknown;
};

type Test = (atom: number) => boolean;

const both =
  (one: Test, other: Test): Test =>
  (atom) =>
    one(atom) && other(atom);

/** An end of a span: whether it is the lower one, and whether an atom lies behind it, as all do that are larger. */
const endOf = (atoms: Atoms, { op, value }: Bound): { readonly isLower: boolean; readonly isReached: Test } => {
  const compare = comparisonWith(atoms, value);
  // The end may lie before what is equal to it, or behind.
  const isReached: Test = op === "gt" || op === "lte" ? (atom) => compare(atom) > 0 : (atom) => compare(atom) >= 0;
  return { isLower: op === "gt" || op === "gte", isReached };
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

/** A test of atoms of some kinds. */
interface Condition {
  readonly isOf: (kind: number) => boolean;
  readonly test: Test;
}

/** Of the atoms from one on. Whether there was one that can't be told. */
const testEach = (atoms: Atoms, codes: Uint8Array, condition: Condition, from = 0): boolean => {
  let hasUnknown = false;
  for (let atom = from; atom < atoms.count; atom += 1)
    hasUnknown = testOne(atoms, codes, atom, condition) || hasUnknown;
  return hasUnknown;
};

/** Marks one atom. Returns whether it is undecided. */
const testOne = (atoms: Atoms, codes: Uint8Array, atom: number, { isOf, test }: Condition): boolean => {
  const kind = atoms.kinds[atom]!;
  if (!isOf(kind)) return false;
  const isUnknown = kind === LONG_STRING || kind === WORD;
  codes[atom + FIRST_ATOM] = isUnknown ? UNKNOWN : test(atom) ? YES : NO;
  return isUnknown;
};

const askParts = (atoms: Atoms, part: string, codes: Uint8Array): boolean => {
  const bytes = Buffer.from(part);
  // Halves of a character are parts of it in UTF-16 alone, and nothing is a part of everything.
  if (!part.isWellFormed() || bytes.length === 0)
    return testEach(atoms, codes, { isOf: isString, test: (atom) => atoms.stringOf(atom).includes(part) });
  const test = (atom: number): boolean => atoms.kinds[atom] !== STRING && atoms.stringOf(atom).includes(part);
  const hasUnknown = atoms.hasOthers && testEach(atoms, codes, { isOf: isString, test });
  // All strings at once: they stand side by side.
  const end = atoms.startOf(atoms.count);
  const prefix = atoms.bytes.subarray(0, end);
  let at = prefix.indexOf(bytes);
  for (let atom = 0; at >= 0;) {
    const byte = at;
    atom = lowerBound(atom, atoms.count, (other) => atoms.ends[other]! > byte);
    const isInside = at + bytes.length <= atoms.ends[atom]!;
    if (isInside && atoms.kinds[atom] === STRING) codes[atom + FIRST_ATOM] = YES;
    at = prefix.indexOf(bytes, isInside ? atoms.ends[atom]! : at + 1);
  }
  return hasUnknown;
};

/** Parts are looked for in strings as sent, and of moments that isn't kept. Whether there was one. */
const leaveMoments = (atoms: Atoms, part: string, codes: Uint8Array): boolean => {
  if (!mayBePartOfMoment(part)) return false;
  const isSentOtherwise = (kind: number, atom: number): boolean =>
    kind === STRING &&
    atoms.bytes[atoms.startOf(atom) + DATE_LENGTH] === TIME_MARK &&
    isCanonicalMoment(atoms.stringOf(atom));
  let hasUnknown = false;
  for (let atom = 0; atom < atoms.count; atom += 1) {
    if (!isSentOtherwise(atoms.kinds[atom]!, atom)) continue;
    codes[atom + FIRST_ATOM] = UNKNOWN;
    hasUnknown = true;
  }
  return hasUnknown;
};

/** `2024-03-11`, and behind it "T". */
const DATE_LENGTH = 10;
const TIME_MARK = 0x54;
