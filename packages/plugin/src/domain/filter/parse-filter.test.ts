import { describe, expect, test } from "vitest";
import { DomainError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { MAX_FILTER_DEPTH, MAX_FILTER_LIST_VALUES, MAX_FILTER_NODES, MAX_FILTER_PATH_LENGTH } from "../limits.ts";
import { parseFilter } from "./parse-filter.ts";

const nested = (depth: number): JsonObject => (depth === 0 ? { a: 1 } : { $and: [nested(depth - 1)] });
const nots = (depth: number): JsonObject => (depth === 0 ? { $eq: 1 } : { $not: nots(depth - 1) });
const wide = (count: number): JsonObject => ({ $or: Array.from({ length: count }, () => ({ a: 1 })) });

const refused = (filters: JsonObject): DomainError => {
  try {
    parseFilter(filters);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(filters)}`);
};

describe("parseFilter rejects, naming the path", () => {
  test.each<[string, JsonObject, string]>([
    ["an unknown operator on a field", { a: { $like: "x" } }, "filters.a.$like: unknown operator; it may be $eq, $ne"],
    ["an unknown operator at the top", { $xor: [] }, "filters.$xor: unknown operator; at this place it may be $and"],
    ["a comparison at the top", { $eq: 1 }, "filters.$eq: unknown operator"],
    [
      "an object as $eq",
      { a: { $eq: {} } },
      "filters.a.$eq: must be a string, a number, a boolean or null, got an object",
    ],
    [
      "an array as $ne",
      { a: { $ne: [1] } },
      "filters.a.$ne: must be a string, a number, a boolean or null, got an array",
    ],
    ["an array as a bare value", { a: [1] }, "filters.a: must be a string, a number, a boolean or null, got an array"],
    ["a boolean range", { a: { $gt: true } }, "filters.a.$gt: must be a number or a string, got true"],
    ["a null range", { a: { $lte: null } }, "filters.a.$lte: must be a number or a string, got null"],
    [
      "an infinite number",
      { a: { $gte: Number.POSITIVE_INFINITY } },
      "filters.a.$gte: must be a number or a string, got Infinity",
    ],
    ["$in without a list", { a: { $in: "x" } }, 'filters.a.$in: must be an array of values, got "x"'],
    [
      "null in $in",
      { a: { $nin: ["x", null] } },
      "filters.a.$nin[1]: must be a string, a number or a boolean, got null",
    ],
    ["$exists without a boolean", { a: { $exists: 1 } }, "filters.a.$exists: must be true or false, got 1"],
    [
      "a list in $contains",
      { a: { $contains: ["x"] } },
      "filters.a.$contains: must be a string, a number or a boolean, got an array",
    ],
    [
      "null in $not_contains",
      { a: { $not_contains: null } },
      "filters.a.$not_contains: must be a string, a number or a boolean, got null",
    ],
    ["an empty $and", { $and: [] }, "filters.$and: must be a non-empty array of filters, got an empty array"],
    ["an empty $or", { $or: [] }, "filters.$or: must be a non-empty array"],
    ["an empty $nor", { $nor: [] }, "filters.$nor: must be a non-empty array"],
    ["$and without a list", { $and: { a: 1 } }, "filters.$and: must be a non-empty array of filters, got an object"],
    ["a scalar in $or", { $or: [{ a: 1 }, 7] }, "filters.$or[1]: must be a filter object, got 7"],
    ["an empty filter in $or", { $or: [{}] }, "filters.$or[0]: must not be empty"],
    ["an empty $not", { $not: {} }, "filters.$not: must not be empty"],
    ["$not of a scalar", { $not: 1 }, "filters.$not: must be a filter object, got 1"],
    ["$not of a scalar on a field", { a: { $not: 1 } }, "filters.a.$not: must be an operator object, got 1"],
    ["mixed operators and plain keys", { a: { $gt: 1, b: 2 } }, "filters.a: mixes operators and plain keys"],
    [
      "an object as a value",
      { a: { b: 2 } },
      "filters.a: must be a value or an operator object; to reach into an object use",
    ],
    ["an empty operator object", { a: {} }, "filters.a: must hold an operator"],
    ["an empty field name", { "": 1 }, "filters.: a field name must not be empty"],
    [
      "a mistake deep inside",
      { $and: [{ x: 1 }, { $not: { $or: [{ y: { $in: [[]] } }] } }] },
      "filters.$and[1].$not.$or[0].y.$in[0]: ",
    ],
    ["a tree that is too deep", nested(MAX_FILTER_DEPTH), `nested deeper than ${MAX_FILTER_DEPTH} levels`],
    ["a $not that is too deep", { a: nots(MAX_FILTER_DEPTH) }, `nested deeper than ${MAX_FILTER_DEPTH} levels`],
    ["too many nodes", wide(MAX_FILTER_NODES), `more than ${MAX_FILTER_NODES} conditions`],
    [
      "a list that is too long",
      { a: { $in: Array.from({ length: MAX_FILTER_LIST_VALUES + 1 }, (_, i) => i) } },
      "filters.a.$in: has 1001 values; at most 1000",
    ],
  ])("%s", (_, filters, text) => {
    const error = refused(filters);
    expect(error.code).toBe("invalid_argument");
    expect(error.message).toContain(text);
    expect(error.message.startsWith("filters.")).toBe(true);
  });

  test("a field name that is too long, without quoting it in full", () => {
    const { message } = refused({ ["x".repeat(MAX_FILTER_PATH_LENGTH + 1)]: 1 });
    expect(message).toContain(`a field name has at most ${MAX_FILTER_PATH_LENGTH} characters`);
    expect(message.length).toBeLessThan(200);
  });
});

describe("parseFilter", () => {
  test("accepts filters just within the limits", () => {
    expect(() => parseFilter(nested(MAX_FILTER_DEPTH - 1))).not.toThrow();
    expect(() => parseFilter(wide(MAX_FILTER_NODES - 1))).not.toThrow();
    expect(() => parseFilter({ ["x".repeat(MAX_FILTER_PATH_LENGTH)]: 1 })).not.toThrow();
  });

  test("returns undefined for an empty object", () => {
    expect(parseFilter({})).toBeUndefined();
  });

  test("produces negation normal form", () => {
    expect(parseFilter({ $not: { $or: [{ a: 1 }, { b: { $exists: false } }] } })).toEqual({
      op: "and",
      filters: [
        { op: "eq", path: "a", value: 1, negated: true },
        { op: "exists", path: "b", negated: false },
      ],
    });
  });

  test("ANDs fields, operators, and logical operators next to fields", () => {
    expect(parseFilter({ year: { $gte: 2020, $lt: 2024 }, $nor: [{ lang: "de" }] })).toEqual({
      op: "and",
      filters: [
        {
          op: "and",
          filters: [
            { op: "gte", path: "year", value: 2020, negated: false },
            { op: "lt", path: "year", value: 2024, negated: false },
          ],
        },
        { op: "eq", path: "lang", value: "de", negated: true },
      ],
    });
  });
});
