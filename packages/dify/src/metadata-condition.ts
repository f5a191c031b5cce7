import type { JsonObject, JsonValue } from "@quarry/plugin/domain";
import { fieldsOf, textOf, wrong } from "./refusal.ts";

/** Builds the condition on one field; `at` is the path of the value in the request. */
type Operator = (value: unknown, at: string) => JsonObject;

/**
 * Converts Dify's metadata condition to a filter; returns undefined if there are no conditions. Throws
 * `invalid_argument`.
 */
export const filterOf = (condition: unknown): JsonObject | undefined => {
  if (condition === undefined) return undefined;
  const at = "metadata_condition";
  const { logical_operator: operator, conditions } = fieldsOf(condition, at);
  const logical = operator ?? "and";
  if (logical !== "and" && logical !== "or") throw wrong(`${at}.logical_operator`, 'must be "and" or "or"', operator);
  if (!Array.isArray(conditions ?? [])) throw wrong(`${at}.conditions`, "must be an array", conditions);
  const filters = ((conditions ?? []) as readonly unknown[]).map((each, index) =>
    oneOf(each, `${at}.conditions[${index}]`),
  );
  return filters.length === 0 ? undefined : { [`$${logical}`]: filters };
};

const oneOf = (condition: unknown, at: string): JsonObject => {
  const { name, comparison_operator: comparison, value } = fieldsOf(condition, at);
  if (typeof name !== "string" || name === "" || name.startsWith("$")) {
    throw wrong(`${at}.name`, "must be the name of a metadata field", name);
  }
  const operator = typeof comparison === "string" ? OPERATORS.get(comparison) : undefined;
  if (operator === undefined) {
    throw wrong(`${at}.comparison_operator`, `must be one of ${[...OPERATORS.keys()].join(", ")}`, comparison);
  }
  const holds = operator(value ?? undefined, `${at}.value`);
  return "$or" in holds ? { $or: (holds["$or"] as JsonObject[]).map((each) => ({ [name]: each })) } : { [name]: holds };
};

const single =
  (operator: string): Operator =>
  (value, at) => {
    if (typeof value === "string" || typeof value === "number") return { [operator]: value };
    throw wrong(at, "must be a string or a number", value);
  };

const text =
  (operator: string): Operator =>
  (value, at) => ({ [operator]: textOf(value, at) });

/** Accepts a list of strings or numbers, or a comma-separated string. */
const list =
  (operator: string): Operator =>
  (value, at) => {
    const items = typeof value === "string" ? value.split(",").map((item) => item.trim()) : value;
    const isList = Array.isArray(items) && items.length > 0;
    if (isList && items.every((item) => typeof item === "string" || typeof item === "number")) {
      return { [operator]: items as JsonValue[] };
    }
    throw wrong(at, "must be a list of strings, or a string with commas", value);
  };

/** Accepts a number, also as a string. */
const numeric =
  (operator: string): Operator =>
  (value, at) => {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number === "number" && Number.isFinite(number)) return { [operator]: number };
    throw wrong(at, "must be a number", value);
  };

/**
 * Converts a prefix match to a range. Strings compare by code points, so all strings with a prefix are in the range
 * from the prefix to its successor.
 */
const startsWith: Operator = (value, at) => {
  const start = textOf(value, at);
  const end = afterAllWith([...start]);
  return { $gte: start, ...(end !== undefined && { $lt: end }) };
};

const LAST_CODE_POINT = 0x10_ffff;

const afterAllWith = (characters: readonly string[]): string | undefined => {
  const last = characters.findLastIndex((character) => character.codePointAt(0)! < LAST_CODE_POINT);
  if (last < 0) return undefined;
  const next = characters[last]!.codePointAt(0)! + 1;
  // Skips the surrogates, which are not characters.
  return characters.slice(0, last).join("") + String.fromCodePoint(next >= 0xd800 && next <= 0xdfff ? 0xe000 : next);
};

/** Operators of Dify. `end with` has no equivalent among the filters; it is rejected rather than ignored. */
const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["contains", text("$contains")],
  ["not contains", text("$not_contains")],
  ["start with", startsWith],
  ["is", single("$eq")],
  ["is not", single("$ne")],
  ["in", list("$in")],
  ["not in", list("$nin")],
  ["empty", () => ({ $or: [{ $exists: false }, { $eq: "" }] })],
  ["not empty", () => ({ $exists: true, $ne: "" })],
  ["=", numeric("$eq")],
  ["≠", numeric("$ne")],
  [">", numeric("$gt")],
  ["<", numeric("$lt")],
  ["≥", numeric("$gte")],
  ["≤", numeric("$lte")],
  ["before", single("$lt")],
  ["after", single("$gt")],
]);
