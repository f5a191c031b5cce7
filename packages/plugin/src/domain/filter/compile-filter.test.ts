import { describe, expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { compileFilter } from "./compile-filter.ts";
import { parseFilter } from "./parse-filter.ts";

const matches = (filters: JsonObject, metadata: JsonObject): boolean => compileFilter(parseFilter(filters)!)(metadata);
const own = (json: string): JsonObject => JSON.parse(json) as JsonObject;

describe("compileFilter", () => {
  test.each<[string, JsonObject, JsonObject, boolean]>([
    ["a positive operator never matches a missing field", { a: 1 }, {}, false],
    ["$ne matches a missing field", { a: { $ne: 1 } }, {}, true],
    ["$nin matches a missing field", { a: { $nin: [1] } }, {}, true],
    ["$not_contains matches a missing field", { a: { $not_contains: "x" } }, {}, true],
    ["a negated range matches a missing field", { a: { $not: { $gt: 1 } } }, {}, true],
    ["null is missing for ranges", { a: { $lt: 1 } }, { a: null }, false],
    ["null is missing for $exists", { a: { $exists: true } }, { a: null }, false],
    ["$exists false matches null", { a: { $exists: false } }, { a: null }, true],
    ["$eq null matches null", { a: null }, { a: null }, true],
    ["$eq null matches a missing field", { a: { $eq: null } }, {}, true],
    ["$ne null requires a value", { a: { $ne: null } }, { a: null }, false],
    ["$ne null matches a value", { a: { $ne: null } }, { a: 0 }, true],
    ["false is a value", { a: { $exists: true } }, { a: false }, true],
    ["an empty array exists", { a: { $exists: true } }, { a: [] }, true],
    ["an empty array equals nothing", { a: 1 }, { a: [] }, false],
    ["an array matches if any element does", { a: 2 }, { a: [1, 2] }, true],
    ["$ne on an array is the complement", { a: { $ne: 2 } }, { a: [1, 2] }, false],
    ["$in on an array is any overlap", { a: { $in: [9, 2] } }, { a: [1, 2] }, true],
    ["a range on an array is any element", { a: { $gt: 1 } }, { a: ["x", 2] }, true],
    ["an empty $in matches nothing", { a: { $in: [] } }, { a: 1 }, false],
    ["an empty $nin matches all", { a: { $nin: [] } }, {}, true],
    ["$contains is equality on elements", { a: { $contains: "x" } }, { a: ["xy"] }, false],
    ["$contains finds an element", { a: { $contains: 5 } }, { a: ["5", 5] }, true],
    ["$contains is a substring on strings", { a: { $contains: "ell" } }, { a: "hello" }, true],
    ["$contains is case-sensitive", { a: { $contains: "Ell" } }, { a: "hello" }, false],
    ["$contains with a number matches no substring", { a: { $contains: 5 } }, { a: "5" }, false],
    ["5 is not '5'", { a: 5 }, { a: "5" }, false],
    ["1 is not true", { a: 1 }, { a: true }, false],
    ["a number range skips strings", { a: { $gte: 1 } }, { a: "2" }, false],
    ["a string range skips numbers", { a: { $gte: "1" } }, { a: 2 }, false],
    ["string ranges order ISO dates", { a: { $gte: "2026-01-01" } }, { a: "2026-03-04T00:00:00Z" }, true],
    ["string ranges compare by code point", { a: { $gt: "\uffee" } }, { a: "😀" }, true],
    ["$lte includes the bound", { a: { $lte: 1.5 } }, { a: 1.5 }, true],
    ["$lt excludes the bound", { a: { $lt: 1.5 } }, { a: 1.5 }, false],
    ["neighbouring large integers differ", { a: { $gt: 9007199254740990 } }, { a: 9007199254740991 }, true],
    ["a dotted path descends into objects", { "a.b": 1 }, { a: { b: 1 } }, true],
    ["a literal dotted key wins", { "a.b": 1 }, { "a.b": 2, a: { b: 1 } }, false],
    ["a literal dotted key matches along the path", { "a.b.c": 1 }, { "a.b": { c: 1 } }, true],
    ["arrays of objects are read element by element", { "a.b": 2 }, { a: [{ b: 1 }, { c: 3 }, { b: [2] }] }, true],
    ["an array index is not a path", { "a.0": 1 }, { a: [1] }, false],
    ["a path into a scalar is missing", { "a.b": { $exists: false } }, { a: 1 }, true],
    [
      "nulls at the end of a path through an array are missing",
      { "a.b": { $exists: true } },
      { a: [{ b: null }] },
      false,
    ],
    ["$eq null matches a null among other values", { "a.b": null }, { a: [{ b: null }, { b: 1 }] }, true],
    ["the prototype is not metadata", { constructor: { $exists: true } }, {}, false],
    ["the prototype is not reachable by a path", { "a.constructor.name": { $exists: true } }, { a: {} }, false],
    ["a real __proto__ key is read", own('{"__proto__": 1}'), own('{"__proto__": 1}'), true],
    ["an object equals no scalar", { a: "[object Object]" }, { a: {} }, false],
    ["several operators are ANDed", { a: { $gt: 1, $lt: 3 } }, { a: 3 }, false],
    ["several fields are ANDed", { a: 1, b: 2 }, { a: 1, b: 2 }, true],
    ["$or matches if any filter matches", { $or: [{ a: 1 }, { b: 1 }] }, { b: 1 }, true],
    ["$nor excludes a match of any filter", { $nor: [{ a: 1 }, { b: 1 }] }, { b: 1 }, false],
    ["$not negates a whole filter", { $not: { a: 1, b: 1 } }, { a: 1 }, true],
  ])("%s", (_, filters, metadata, expected) => {
    expect(matches(filters, metadata)).toBe(expected);
  });

  test("a path with hundreds of dots is resolved", () => {
    const path = `${"a.".repeat(500)}a`;
    let metadata: JsonObject = { a: 1 };
    for (let i = 0; i < 500; i += 1) metadata = { a: metadata };
    expect(matches({ [path]: 1 }, metadata)).toBe(true);
    expect(matches({ [path]: 1 }, { a: { b: 1 } })).toBe(false);
    // Among many possible prefixes, the longest key of the object is used.
    const tail = `${"a.".repeat(300)}a`;
    expect(matches({ [path]: 1 }, { a: 2, "a.a": 3, [`${"a.".repeat(199)}a`]: { [tail]: 1 } })).toBe(true);
    expect(matches({ [path]: 1 }, own(`{"__proto__": 1, "constructor": 1}`))).toBe(false);
  });

  test.each<[string, JsonObject, boolean]>([
    ["the longest literal key wins", { a: { b: 1 }, "a.b.c": { d: { e: { f: 2 } } }, "a.b": { c: 3 } }, true],
    [
      "the longest literal key wins, regardless of key order",
      { "a.b.c": { "d.e.f": 2 }, "a.b.c.d": { e: { f: 3 } } },
      false,
    ],
    ["literal keys match through arrays", { a: [{ "b.c": [{ d: { "e.f": 2 } }] }] }, true],
    ["a prefix of the path alone does not match", { a: 1, "a.b.c.d.e": 1 }, false],
  ])("a path with several dots: %s", (_, metadata, expected) => {
    expect(matches({ "a.b.c.d.e.f": 2 }, metadata)).toBe(expected);
  });

  test("a path with many dots reads few properties of a record without matching keys", () => {
    const filter = compileFilter(parseFilter({ [Array.from({ length: 512 }, () => "a").join(".")]: 1 })!);
    let requested = 0;
    const record = new Proxy({ b: 1, c: 2, d: 3 } as JsonObject, {
      getOwnPropertyDescriptor: (target, key) => {
        requested += 1;
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
      has: () => expect.fail("asked whether it has a key"),
    });
    expect(filter(record)).toBe(false);
    expect(requested).toBeLessThan(10);
  });
});
