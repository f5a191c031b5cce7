import type { FactQuery } from "@quarry/plugin";
import type { Where } from "chromadb";
import { VALUES_KEY, greatestKey, leastKey } from "./stored-record.ts";

/**
 * Maximum number of parts of a condition: the server converts a list into an expression of the same depth, and SQLite
 * permits 1,000 levels.
 */
const MAX_PARTS = 32;

/**
 * Converts a fact query to a Chroma condition. `all` has none: omit the filter. `none` must be handled by the caller.
 */
export const toWhere = (query: Exclude<FactQuery, { readonly op: "all" | "none" }>): Where => {
  switch (query.op) {
    case "has":
      return combine(
        "$or",
        query.words.map((word) => termCondition("$contains", word)),
      );
    case "lacks":
      return combine(
        "$and",
        query.words.map((word) => termCondition("$not_contains", word)),
      );
    case "number":
      return compareNumber(query);
    default:
      return combine(
        query.op === "and" ? "$and" : "$or",
        query.parts.map((part) => toWhere(part as Parameters<typeof toWhere>[0])),
      );
  }
};

type NumberQuery = Extract<FactQuery, { readonly op: "number" }>;

const COMPARISONS: Readonly<Record<NumberQuery["compare"], (number: number, value: number) => boolean>> = {
  gt: (number, value) => number > value,
  gte: (number, value) => number >= value,
  lt: (number, value) => number < value,
  lte: (number, value) => number <= value,
};

/**
 * Compares a number. The server stores integers separately, and compares them only with the integer part of the value:
 * 1 then counts as at least 1.5, and not as less. So for a fractional value the condition on its integer part is added
 * explicitly.
 */
const compareNumber = ({ path, bound, compare, value }: NumberQuery): Where => {
  const key = bound === "least" ? leastKey(path) : greatestKey(path);
  const requested = { [key]: { [`$${compare}`]: value } } as Where;
  if (Number.isInteger(value)) return requested;
  const whole = Math.trunc(value);
  return COMPARISONS[compare](whole, value)
    ? { $or: [requested, { [key]: { $eq: whole } }] }
    : { $and: [requested, { [key]: { $ne: whole } }] };
};

const termCondition = (operator: "$contains" | "$not_contains", word: string): Where =>
  ({ [VALUES_KEY]: { [operator]: word } }) as unknown as Where;

/** Combines conditions into a tree of short lists. */
const combine = (operator: "$and" | "$or", parts: readonly Where[]): Where => {
  if (parts.length === 1) return parts[0]!;
  if (parts.length <= MAX_PARTS) return { [operator]: [...parts] } as Where;
  const size = Math.ceil(parts.length / MAX_PARTS);
  const groups: Where[] = [];
  for (let index = 0; index < parts.length; index += size) {
    groups.push(combine(operator, parts.slice(index, index + size)));
  }
  return combine(operator, groups);
};
