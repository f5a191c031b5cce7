import type { Filter, FilterCondition, FilterScalar } from "../../../domain/index.ts";
import { ALL, allOf, anyOf, type FactQuery, has, lacks } from "./fact-query.ts";
import {
  anyStringWord,
  elementWord,
  nullElementWord,
  numberWord,
  presentWord,
  stringWord,
  valueWord,
} from "./fact-words.ts";

export interface CompiledFacts {
  /** Holds for every record that the filter matches, and where there is no residual for no other. */
  readonly query: FactQuery;
  /** What of the filter is still to be checked against the metadata: orders of strings, parts of strings. */
  readonly residual?: Filter;
}

/** Makes of a filter what `metadataFacts` can answer. */
export const compileFacts = (filter: Filter): CompiledFacts => {
  if (filter.op === "and") {
    const parts = filter.filters.map(compileFacts);
    const residuals = parts.flatMap(({ residual }) => (residual === undefined ? [] : [residual]));
    const query = allOf(parts.map((part) => part.query));
    const [first, ...others] = residuals;
    if (first === undefined) return { query };
    return { query, residual: others.length === 0 ? first : { op: "and", filters: residuals } };
  }
  if (filter.op === "or") {
    const parts = filter.filters.map(compileFacts);
    const query = anyOf(parts.map((part) => part.query));
    return parts.some(({ residual }) => residual !== undefined) ? { query, residual: filter } : { query };
  }
  return compileCondition(filter);
};

const compileCondition = (condition: FilterCondition): CompiledFacts => {
  const { path, negated } = condition;
  switch (condition.op) {
    case "exists":
      return { query: negated ? lacks(presentWord(path)) : has(presentWord(path)) };
    case "eq":
      return { query: condition.value === null ? isNull(path, negated) : isOneOf(path, [condition.value], negated) };
    case "in":
      return { query: isOneOf(path, condition.values, negated) };
    case "contains":
      return containsValue(condition, condition.value);
    default:
      return typeof condition.value === "number"
        ? compareNumber(condition, condition.op, condition.value)
        : { query: negated ? ALL : has(anyStringWord(path)), residual: condition };
  }
};

const isNull = (path: string, negated: boolean): FactQuery =>
  negated
    ? allOf([has(presentWord(path)), lacks(nullElementWord(path))])
    : anyOf([lacks(presentWord(path)), has(nullElementWord(path))]);

const isOneOf = (path: string, values: readonly FilterScalar[], negated: boolean): FactQuery => {
  const words = [...new Set(values.map((value) => valueWord(path, value)))];
  return negated ? lacks(...words) : has(...words);
};

/** An element of an array is a word; a part of a string is not, so that strings are looked at. */
const containsValue = (condition: FilterCondition, value: FilterScalar): CompiledFacts => {
  const { path, negated } = condition;
  const element = elementWord(path, value);
  if (typeof value !== "string") return { query: negated ? lacks(element) : has(element) };
  return { query: negated ? lacks(element) : has(element, stringWord(path)), residual: condition };
};

const OPPOSITE = { gt: "lte", gte: "lt", lt: "gte", lte: "gt" } as const;

const compareNumber = (condition: FilterCondition, op: keyof typeof OPPOSITE, value: number): CompiledFacts => {
  const { path, negated } = condition;
  // Stored numbers are clamped: beyond that only the number itself can be asked.
  if (Math.abs(value) >= Number.MAX_SAFE_INTEGER) {
    return { query: negated ? ALL : has(numberWord(path)), residual: condition };
  }
  const bound = op === "gt" || op === "gte" ? "greatest" : "least";
  if (!negated) return { query: { op: "number", path, bound, compare: op, value } };
  return {
    query: anyOf([lacks(numberWord(path)), { op: "number", path, bound, compare: OPPOSITE[op], value }]),
  };
};
