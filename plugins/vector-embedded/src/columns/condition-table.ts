import { compareStrings, type FilterCondition, type FilterScalar } from "@quarry/plugin/domain";
import { type Atoms, isString, LONG_STRING, NUMBER, STRING } from "./atoms.ts";
import { type Column, FIRST_ATOM, MISSING, PRESENT } from "./column.ts";

export const NO = 0;
export const YES = 1;
/** What is kept of the value doesn't tell. */
export const UNKNOWN = 2;

/** For each code of a column, whether a condition holds; its negation is not seen to. */
export interface ConditionTable {
  readonly codes: Uint8Array;
  readonly arrays: Uint8Array;
  readonly hasUnknown: boolean;
}

/** Asks each different value once, whatever the number of rows. */
export const conditionTable = (column: Column, condition: FilterCondition): ConditionTable => {
  const codes = new Uint8Array(column.atoms.count + FIRST_ATOM);
  const arrays = new Uint8Array(column.arrays);
  if (condition.op === "exists") {
    codes.fill(YES, PRESENT);
    return { codes, arrays: arrays.fill(YES), hasUnknown: false };
  }
  const hasUnknown = askAtoms(column, condition, codes);
  askArrays(column, condition.op === "contains" ? wholeValues(column.atoms, [condition.value]) : codes, arrays);
  // A null is an element in arrays; elsewhere it is what is missing.
  if (condition.op === "eq" && condition.value === null) codes[MISSING] = YES;
  return { codes, arrays, hasUnknown };
};

/** Whether there was one that can't be told. */
const askAtoms = (
  column: Column,
  condition: Exclude<FilterCondition, { op: "exists" }>,
  codes: Uint8Array,
): boolean => {
  const { atoms } = column;
  switch (condition.op) {
    case "eq":
      codes.set(wholeValues(atoms, [condition.value]));
      return false;
    case "in":
      codes.set(wholeValues(atoms, condition.values));
      return false;
    case "contains":
      return typeof condition.value === "string" && askParts(atoms, condition.value, codes);
    default:
      return typeof condition.value === "number"
        ? askNumbers(atoms, condition.op, condition.value, codes)
        : askStrings(column, condition.op, condition.value, codes);
  }
};

const wholeValues = (atoms: Atoms, values: readonly (FilterScalar | null)[]): Uint8Array => {
  const codes = new Uint8Array(atoms.count + FIRST_ATOM);
  for (const value of values) {
    const atom = atoms.find(value);
    if (atom >= 0) codes[atom + FIRST_ATOM] = YES;
  }
  return codes;
};

const askArrays = ({ elements, arrayEnds }: Column, ofElements: Uint8Array, arrays: Uint8Array): void => {
  let at = 0;
  for (let array = 0; array < arrays.length; array += 1) {
    let answer = NO;
    for (const end = arrayEnds[array]!; at < end; at += 1) {
      const ofElement = ofElements[elements[at]!]!;
      if (ofElement === YES) answer = YES;
      else if (ofElement === UNKNOWN && answer === NO) answer = UNKNOWN;
    }
    arrays[array] = answer;
  }
};

type Order = "gt" | "gte" | "lt" | "lte";

const holds = (op: Order, order: number): boolean =>
  order === 0 ? op === "gte" || op === "lte" : order > 0 === (op === "gt" || op === "gte");

const askNumbers = (atoms: Atoms, op: Order, bound: number, codes: Uint8Array): false => {
  const [ofMore, ofLess, ofSame] = [holds(op, 1) ? YES : NO, holds(op, -1) ? YES : NO, holds(op, 0) ? YES : NO];
  for (let atom = 0; atom < atoms.count; atom += 1) {
    if (atoms.kinds[atom] !== NUMBER) continue;
    const number = atoms.numberOf(atom);
    codes[atom + FIRST_ATOM] = number > bound ? ofMore : number < bound ? ofLess : ofSame;
  }
  return false;
};

const askStrings = ({ atoms, order }: Column, op: Order, bound: string, codes: Uint8Array): boolean => {
  order.want();
  // Half a character has no place among bytes.
  if (!bound.isWellFormed()) {
    return askEachString(atoms, codes, (atom) => holds(op, compareStrings(atoms.stringOf(atom), bound)));
  }
  const bytes = Buffer.from(bound);
  const isAbove = op === "gt" || op === "gte";
  const isBeyond = op === "gt" || op === "lte";
  const place = order.placeOf((atom) => compareBytes(atoms, atom, bytes) >= (isBeyond ? 1 : 0));
  const found = isAbove ? order.between(place) : order.between(0, place);
  for (let at = 0; at < found.length; at += 1) codes[found[at]! + FIRST_ATOM] = YES;
  const test = (atom: number) =>
    holds(
      op,
      atoms.kinds[atom] === STRING ? compareBytes(atoms, atom, bytes) : compareStrings(atoms.stringOf(atom), bound),
    );
  let hasUnknown = false;
  for (const atom of order.others) hasUnknown = askString(atoms, codes, atom, test) || hasUnknown;
  return askEachString(atoms, codes, test, order.atoms) || hasUnknown;
};

/** Of the atoms from one on. */
const askEachString = (atoms: Atoms, codes: Uint8Array, test: (atom: number) => boolean, from = 0): boolean => {
  let hasUnknown = false;
  for (let atom = from; atom < atoms.count; atom += 1) hasUnknown = askString(atoms, codes, atom, test) || hasUnknown;
  return hasUnknown;
};

/** Whether it can't be told. */
const askString = (atoms: Atoms, codes: Uint8Array, atom: number, test: (atom: number) => boolean): boolean => {
  const kind = atoms.kinds[atom]!;
  if (!isString(kind)) return false;
  codes[atom + FIRST_ATOM] = kind === LONG_STRING ? UNKNOWN : test(atom) ? YES : NO;
  return kind === LONG_STRING;
};

const compareBytes = (atoms: Atoms, atom: number, other: Buffer): number => {
  const { bytes } = atoms;
  const start = atoms.startOf(atom);
  const length = atoms.ends[atom]! - start;
  const shorter = Math.min(length, other.length);
  for (let i = 0; i < shorter; i += 1) {
    const difference = bytes[start + i]! - other[i]!;
    if (difference !== 0) return difference;
  }
  return length - other.length;
};

const askParts = (atoms: Atoms, part: string, codes: Uint8Array): boolean => {
  const bytes = Buffer.from(part);
  // Halves of a character are parts of it in UTF-16 alone, and nothing is a part of everything.
  if (!part.isWellFormed() || bytes.length === 0)
    return askEachString(atoms, codes, (atom) => atoms.stringOf(atom).includes(part));
  const hasUnknown = askEachString(
    atoms,
    codes,
    (atom) => atoms.kinds[atom] !== STRING && atoms.stringOf(atom).includes(part),
  );
  // All strings at once: they stand side by side.
  const end = atoms.startOf(atoms.count);
  const kept = atoms.bytes.subarray(0, end);
  let at = kept.indexOf(bytes);
  for (let atom = 0; at >= 0;) {
    atom = atomAt(atoms, at, atom);
    const isInside = at + bytes.length <= atoms.ends[atom]!;
    if (isInside && atoms.kinds[atom] === STRING) codes[atom + FIRST_ATOM] = YES;
    at = kept.indexOf(bytes, isInside ? atoms.ends[atom]! : at + 1);
  }
  return hasUnknown;
};

/** The atom that has a byte, which is none of those before `from`. */
const atomAt = (atoms: Atoms, byte: number, from: number): number => {
  let low = from;
  let high = atoms.count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (atoms.ends[middle]! > byte) high = middle;
    else low = middle + 1;
  }
  return low;
};
