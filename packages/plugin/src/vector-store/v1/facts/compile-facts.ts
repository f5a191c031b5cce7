import {
  canonicalValue,
  type Filter,
  type FilterCondition,
  type FilterScalar,
  isCanonicalMoment,
} from "../../../domain/index.ts";
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
  /** Query that matches every record that the filter matches; without a residual it matches no other record. */
  readonly query: FactQuery;
  /** Remainder of the filter, to be checked against the metadata: order comparisons and substrings of strings. */
  readonly residual?: Filter;
}

/** Compiles a filter to a query that `metadataFacts` can answer. */
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

/**
 * Compiles a condition. Records written before facts had a canonical form still have the old form: keys and strings as
 * they were sent, usually in NFC or NFD, and moments in any spelling. So a condition queries both forms, and for
 * moments the metadata decides.
 */
const compileCondition = (condition: FilterCondition): CompiledFacts => {
  const paths = spellingsOf(condition.path);
  const [first, second] = paths.map((path) => compileAt(condition, path));
  if (second === undefined) return first!;
  const isNoneOf = condition.negated !== isNullTest(condition);
  const query = (isNoneOf ? allOf : anyOf)([first!.query, second.query]);
  return first!.residual === undefined ? { query } : { query, residual: condition };
};

const isNullTest = (condition: FilterCondition): boolean => condition.op === "eq" && condition.value === null;

const compileAt = (condition: FilterCondition, path: string): CompiledFacts => {
  const { negated } = condition;
  switch (condition.op) {
    case "exists":
      return { query: negated ? lacks(presentWord(path)) : has(presentWord(path)) };
    case "eq":
      return condition.value === null ? { query: isNull(path, negated) } : isOneOf(condition, path, [condition.value]);
    case "in":
      return isOneOf(condition, path, condition.values);
    case "contains":
      return containsValue(condition, path, condition.value);
    default:
      return typeof condition.value === "number"
        ? compareNumber(condition, path, condition.op, condition.value)
        : { query: negated ? ALL : has(anyStringWord(path)), residual: condition };
  }
};

const isNull = (path: string, negated: boolean): FactQuery =>
  negated
    ? allOf([has(presentWord(path)), lacks(nullElementWord(path))])
    : anyOf([lacks(presentWord(path)), has(nullElementWord(path))]);

const isOneOf = (condition: FilterCondition, path: string, values: readonly FilterScalar[]): CompiledFacts => {
  const { negated } = condition;
  const words = [...new Set(values.flatMap(spellingsOf).map((value) => valueWord(path, value)))];
  if (!values.some(isMomentValue)) return { query: negated ? lacks(...words) : has(...words) };
  return { query: negated ? lacks(...words) : has(...words, anyStringWord(path)), residual: condition };
};

/** An array element is indexed as a word; a substring is not, so for strings the metadata is checked. */
const containsValue = (condition: FilterCondition, path: string, value: FilterScalar): CompiledFacts => {
  const { negated } = condition;
  const elements = spellingsOf(canonicalValue(value)).map((spelling) => elementWord(path, spelling));
  if (typeof value !== "string") return { query: negated ? lacks(...elements) : has(...elements) };
  const strings = isMomentValue(canonicalValue(value)) ? anyStringWord(path) : stringWord(path);
  return { query: negated ? lacks(...elements) : has(...elements, strings), residual: condition };
};

const isMomentValue = (value: FilterScalar): boolean => typeof value === "string" && isCanonicalMoment(value);

/** Returns the NFC form, and the NFD form if it differs. */
const spellingsOf = <Value extends FilterScalar>(value: Value): readonly Value[] => {
  if (typeof value !== "string") return [value];
  const decomposed = value.normalize("NFD") as typeof value;
  return decomposed === value ? [value] : [value, decomposed];
};

const OPPOSITE = { gt: "lte", gte: "lt", lt: "gte", lte: "gt" } as const;

const compareNumber = (
  condition: FilterCondition,
  path: string,
  op: keyof typeof OPPOSITE,
  value: number,
): CompiledFacts => {
  const { negated } = condition;
  // Stored numbers are clamped: beyond the limit, only the number itself can be queried.
  if (Math.abs(value) >= Number.MAX_SAFE_INTEGER) {
    return { query: negated ? ALL : has(numberWord(path)), residual: condition };
  }
  const bound = op === "gt" || op === "gte" ? "greatest" : "least";
  if (!negated) return { query: { op: "number", path, bound, compare: op, value } };
  return {
    query: anyOf([lacks(numberWord(path)), { op: "number", path, bound, compare: OPPOSITE[op], value }]),
  };
};
