import type { FactQuery } from "@quarry/plugin";

/** A fact query without numbers. */
export type WordQuery =
  | { readonly op: "all" }
  | { readonly op: "none" }
  | { readonly op: "has"; readonly words: readonly string[] }
  | { readonly op: "lacks"; readonly words: readonly string[] }
  | { readonly op: "and" | "or"; readonly parts: readonly WordQuery[] };

/** Hexadecimal digits of a double. */
const DIGITS = 16;
const HEXADECIMAL = "0123456789abcdef";

/**
 * Returns terms by which ranges of numbers can be searched: every prefix of the number's digits, and the number itself.
 * A number above a bound first differs from it at some digit, so one of at most 256 terms identifies it. A property per
 * path would work too, but users choose the paths, and each would require a change of the class.
 */
export const numberWords = (path: string, value: number): readonly string[] => {
  const digits = withoutZeros(sortableDigits(value));
  const words = [itself(path, digits)];
  for (let length = 1; length <= digits.length; length += 1) words.push(beginning(path, digits.slice(0, length)));
  return words;
};

/** Returns an equivalent query without numbers. `hasNumber` returns the term that marks a path with a number. */
export const withoutNumbers = (query: FactQuery, hasNumber: (path: string) => string): WordQuery => {
  if (query.op === "and" || query.op === "or") {
    return { op: query.op, parts: query.parts.map((part) => withoutNumbers(part, hasNumber)) };
  }
  if (query.op !== "number") return query as Exclude<typeof query, { readonly op: "and" | "or" }>;
  const { path, bound, compare, value } = query;
  const isUpward = compare === "gt" || compare === "gte";
  // If any value is above the bound, so is the greatest, and likewise the least below it. In the other direction, no
  // value may be beyond the bound.
  if ((bound === "greatest") === isUpward) return hasAny(wordsOf(path, compare, value));
  const beyond = wordsOf(path, OPPOSITE[compare], value);
  const present: WordQuery = { op: "has", words: [hasNumber(path)] };
  return beyond.length === 0 ? present : { op: "and", parts: [present, { op: "lacks", words: beyond }] };
};

const OPPOSITE = { gt: "lte", gte: "lt", lt: "gte", lte: "gt" } as const;

const hasAny = (words: readonly string[]): WordQuery => (words.length === 0 ? { op: "none" } : { op: "has", words });

/** Returns terms such that every number in the range has at least one of them, and no other number has any. */
const wordsOf = (path: string, compare: keyof typeof OPPOSITE, value: number): readonly string[] => {
  const digits = sortableDigits(value);
  const words = new Set<string>();
  if (compare === "gte" || compare === "lte") words.add(itself(path, digits));
  for (let index = 0; index < DIGITS; index += 1) {
    const same = digits.slice(0, index);
    const digit = HEXADECIMAL.indexOf(digits[index]!);
    const isUpward = compare === "gt" || compare === "gte";
    for (const other of isUpward ? HEXADECIMAL.slice(digit + 1) : HEXADECIMAL.slice(0, digit)) {
      words.add(beginning(path, same + other));
    }
    // Trailing zeros of a number's digits have no prefix term: the number has a term of its own.
    if (!isUpward && digit > 0) words.add(itself(path, same));
  }
  return [...words];
};

const itself = (path: string, digits: string): string => `=${withoutZeros(digits)}:${path}`;
const beginning = (path: string, digits: string): string => `>${digits}:${path}`;

const withoutZeros = (digits: string): string => digits.replace(/(?<!0)0+$/, "");

/** Returns the bits of a double in a form whose text order is the numeric order. */
const sortableDigits = (value: number): string => {
  const view = new DataView(new ArrayBuffer(8));
  // -0 equals 0.
  view.setFloat64(0, value === 0 ? 0 : value);
  const bits = view.getBigUint64(0);
  const isNegative = bits >> 63n === 1n;
  return BigInt.asUintN(64, isNegative ? ~bits : bits | (1n << 63n))
    .toString(16)
    .padStart(DIGITS, "0");
};
