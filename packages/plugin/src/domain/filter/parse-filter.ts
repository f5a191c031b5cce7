import { type DomainError, invalidArgument } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { MAX_FILTER_DEPTH, MAX_FILTER_LIST_VALUES, MAX_FILTER_NODES, MAX_FILTER_PATH_LENGTH } from "../limits.ts";
import { describeValue } from "../describe-value.ts";
import { beyondExact, isBeyondExact } from "../exact-number.ts";
import { canonicalFilter } from "./canonical-filter.ts";
import { isMoment } from "./canonical-value.ts";
import type { Filter, FilterScalar } from "./filter.ts";

const LOGICAL = ["$and", "$or", "$nor", "$not"];
/** Time fields of the service; they can be compared only with moments. */
const TIME_FIELDS: ReadonlySet<string> = new Set(["created_at", "updated_at", "expires_at"]);
const OPERATORS = "$eq $ne $gt $gte $lt $lte $in $nin $exists $contains $not_contains $not".split(" ");

/**
 * Parses the `filters` of a request into the filter tree. `{}` is no filter (undefined). Throws a `DomainError`
 * (invalid_argument) that names the offending path. An unknown operator, a wrong operand or a filter that is too deep
 * is never ignored, because filters control access.
 */
export const parseFilter = (filters: JsonObject, at = "filters"): Filter | undefined => {
  const filter = new FilterParser().object(filters, at, false, 1);
  return filter && canonicalFilter(filter);
};

class FilterParser {
  #nodes = 0;

  object(filter: JsonObject, at: string, negated: boolean, depth: number): Filter | undefined {
    if (depth > MAX_FILTER_DEPTH) throw fail(at, `nested deeper than ${MAX_FILTER_DEPTH} levels`);
    const parts: Filter[] = [];
    for (const key of Object.keys(filter)) {
      const value = filter[key] as JsonValue;
      const here = `${at}.${key}`;
      parts.push(
        key.startsWith("$")
          ? this.#logical(key, value, here, negated, depth)
          : this.#field(key, value, here, negated, depth),
      );
    }
    return combine(negated ? "or" : "and", parts);
  }

  #logical(operator: string, value: JsonValue, at: string, negated: boolean, depth: number): Filter {
    this.#count(at);
    if (operator === "$not") return this.#required(value, at, !negated, depth + 1);
    if (!LOGICAL.includes(operator)) throw fail(at, `unknown operator; at this place it may be ${LOGICAL.join(", ")}`);
    if (!Array.isArray(value) || value.length === 0) {
      throw fail(at, `must be a non-empty array of filters, got ${describeValue(value)}`);
    }
    const inner = operator === "$nor" ? !negated : negated;
    const parts = (value as readonly JsonValue[]).map((item, index) =>
      this.#required(item, `${at}[${index}]`, inner, depth + 1),
    );
    // De Morgan: a negated disjunction is a conjunction of negated parts.
    return combine((operator === "$and") !== inner ? "and" : "or", parts) as Filter;
  }

  #required(value: JsonValue, at: string, negated: boolean, depth: number): Filter {
    if (!isJsonObject(value)) throw fail(at, `must be a filter object, got ${describeValue(value)}`);
    const filter = this.object(value, at, negated, depth);
    if (filter === undefined) throw fail(at, "must not be empty");
    return filter;
  }

  #field(path: string, value: JsonValue, at: string, negated: boolean, depth: number): Filter {
    if (path === "") throw fail(at, "a field name must not be empty");
    if (path.length > MAX_FILTER_PATH_LENGTH) {
      throw fail(
        `${at.slice(0, at.length - path.length)}${path.slice(0, 60).toWellFormed()}…`,
        `a field name has at most ${MAX_FILTER_PATH_LENGTH} characters, got ${path.length}`,
      );
    }
    if (!isJsonObject(value)) {
      this.#count(at);
      return { op: "eq", path, value: comparable(path, scalarOrNull(value, at), at), negated };
    }
    return this.#operators(path, value, at, negated, depth);
  }

  #operators(path: string, operators: JsonObject, at: string, negated: boolean, depth: number): Filter {
    if (depth > MAX_FILTER_DEPTH) throw fail(at, `nested deeper than ${MAX_FILTER_DEPTH} levels`);
    const keys = Object.keys(operators);
    if (keys.length === 0) throw fail(at, `must hold an operator: ${OPERATORS.join(", ")}`);
    if (keys.some((key) => !key.startsWith("$"))) {
      throw fail(
        at,
        keys.some((key) => key.startsWith("$"))
          ? "mixes operators and plain keys"
          : "must be a value or an operator object; to reach into an object use a dotted path",
      );
    }
    const parts = keys.map((key) =>
      this.#operator(path, key, operators[key] as JsonValue, `${at}.${key}`, negated, depth),
    );
    return combine(negated ? "or" : "and", parts) as Filter;
  }

  #operator(path: string, operator: string, value: JsonValue, at: string, negated: boolean, depth: number): Filter {
    this.#count(at);
    switch (operator) {
      case "$eq":
      case "$ne":
        return {
          op: "eq",
          path,
          value: comparable(path, scalarOrNull(value, at), at),
          negated: negated !== (operator === "$ne"),
        };
      case "$gt":
      case "$gte":
      case "$lt":
      case "$lte":
        return {
          op: operator.slice(1) as "gt" | "gte" | "lt" | "lte",
          path,
          value: comparable(path, orderable(value, at), at),
          negated,
        };
      case "$in":
      case "$nin":
        return { op: "in", path, values: scalars(path, value, at), negated: negated !== (operator === "$nin") };
      case "$exists":
        if (typeof value !== "boolean") throw fail(at, `must be true or false, got ${describeValue(value)}`);
        return { op: "exists", path, negated: negated === value };
      case "$contains":
      case "$not_contains":
        return { op: "contains", path, value: scalar(value, at), negated: negated !== (operator === "$not_contains") };
      case "$not":
        if (!isJsonObject(value)) throw fail(at, `must be an operator object, got ${describeValue(value)}`);
        return this.#operators(path, value, at, !negated, depth + 1);
      default:
        throw fail(at, `unknown operator; it may be ${OPERATORS.join(", ")}`);
    }
  }

  #count(at: string): void {
    this.#nodes += 1;
    if (this.#nodes > MAX_FILTER_NODES) throw fail(at, `the filter has more than ${MAX_FILTER_NODES} conditions`);
  }
}

const combine = (op: "and" | "or", parts: readonly Filter[]): Filter | undefined =>
  parts.length > 1 ? { op, filters: parts } : parts[0];

const fail = (at: string, problem: string): DomainError => invalidArgument(`${at}: ${problem}`);

/** The service's times are compared only with moments: anything else would match nothing, or by chance. */
const comparable = <Value extends FilterScalar | null>(path: string, value: Value, at: string): Value => {
  if (value === null || !TIME_FIELDS.has(path) || (typeof value === "string" && isMoment(value))) return value;
  throw fail(
    at,
    `must be an ISO 8601 date or date-time, such as 2026-03-11 or 2026-03-11T04:30:00Z, got ${describeValue(value)}`,
  );
};

const scalar = (value: JsonValue, at: string): FilterScalar => {
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (isNumber(value, at)) return value;
  throw fail(at, `must be a string, a number or a boolean, got ${describeValue(value)}`);
};

const scalarOrNull = (value: JsonValue, at: string): FilterScalar | null => {
  if (value === null) return null;
  if (typeof value === "object") {
    throw fail(at, `must be a string, a number, a boolean or null, got ${describeValue(value)}`);
  }
  return scalar(value, at);
};

const orderable = (value: JsonValue, at: string): string | number => {
  if (typeof value === "string" || isNumber(value, at)) return value;
  throw fail(at, `must be a number or a string, got ${describeValue(value)}`);
};

const isNumber = (value: JsonValue, at: string): value is number => {
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  if (isBeyondExact(value)) throw fail(at, beyondExact(value));
  return true;
};

const scalars = (path: string, value: JsonValue, at: string): readonly FilterScalar[] => {
  if (!Array.isArray(value)) throw fail(at, `must be an array of values, got ${describeValue(value)}`);
  if (value.length > MAX_FILTER_LIST_VALUES) {
    throw fail(at, `has ${value.length} values; at most ${MAX_FILTER_LIST_VALUES} may be given`);
  }
  return (value as readonly JsonValue[]).map((item, index) => {
    const here = `${at}[${index}]`;
    return comparable(path, scalar(item, here), here);
  });
};
