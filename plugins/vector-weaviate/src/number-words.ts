import type { FactQuery } from "@quarry/plugin";

/** A fact query that needs no numbers. */
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
 * Words by which ranges of numbers can be asked for like any other word: every beginning of the number's digits, and
 * the number itself. Whatever lies above a bound differs from it at some digit, so that one of at most 256 words names
 * it. A property per path would do the same, but paths are the users': each would be a change of the class.
 */
export const numberWords = (path: string, value: number): readonly string[] => {
  const digits = withoutZeros(sortableDigits(value));
  const words = [itself(path, digits)];
  for (let length = 1; length <= digits.length; length += 1) words.push(beginning(path, digits.slice(0, length)));
  return words;
};

/** The same question without numbers. `hasNumber` gives the word that a path with a number has. */
export const withoutNumbers = (query: FactQuery, hasNumber: (path: string) => string): WordQuery => {
  if (query.op === "and" || query.op === "or") {
    return { op: query.op, parts: query.parts.map((part) => withoutNumbers(part, hasNumber)) };
  }
  if (query.op !== "number") return query as Exclude<typeof query, { readonly op: "and" | "or" }>;
  const { path, bound, compare, value } = query;
  const isUpward = compare === "gt" || compare === "gte";
  // The greatest is above it if any is, and the least below it; the other way round, none may be beyond it.
  if ((bound === "greatest") === isUpward) return hasAny(wordsOf(path, compare, value));
  const beyond = wordsOf(path, OPPOSITE[compare], value);
  const present: WordQuery = { op: "has", words: [hasNumber(path)] };
  return beyond.length === 0 ? present : { op: "and", parts: [present, { op: "lacks", words: beyond }] };
};

const OPPOSITE = { gt: "lte", gte: "lt", lt: "gte", lte: "gt" } as const;

const hasAny = (words: readonly string[]): WordQuery => (words.length === 0 ? { op: "none" } : { op: "has", words });

/** The words of which every number in the range has at least one, and no other number any. */
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
    // Zeros at the end of a number's digits have no word of their own: the number is named by itself.
    if (!isUpward && digit > 0) words.add(itself(path, same));
  }
  return [...words];
};

const itself = (path: string, digits: string): string => `=${withoutZeros(digits)}:${path}`;
const beginning = (path: string, digits: string): string => `>${digits}:${path}`;

const withoutZeros = (digits: string): string => digits.replace(/(?<!0)0+$/, "");

/** The bits of a double, so that texts are ordered as the numbers are. */
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
