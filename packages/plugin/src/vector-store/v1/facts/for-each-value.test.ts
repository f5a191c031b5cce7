import fc from "fast-check";
import { expect, test } from "vitest";
import { isJsonObject, type JsonObject, type JsonValue, pathReader } from "../../../domain/index.ts";
import { forEachValue } from "./for-each-value.ts";

const visited = (metadata: JsonObject): ReadonlyMap<string, JsonValue> => {
  const found = new Map<string, JsonValue>();
  forEachValue(metadata, (path, value) => {
    expect(found.has(path)).toBe(false);
    found.set(path, value);
  });
  return found;
};

/** Returns every way to concatenate keys, whatever value they lead to. */
const waysThrough = (value: JsonValue, prefix = ""): readonly string[] => {
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).filter(isJsonObject).flatMap((item) => waysThrough(item, prefix));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, below]) => [prefix + key, ...waysThrough(below, `${prefix}${key}.`)]);
};

/** Filters check which elements an array contains, not how often or in which order. */
const comparable = (value: JsonValue): unknown =>
  Array.isArray(value) ? new Set((value as readonly JsonValue[]).map((item) => JSON.stringify(item))) : value;

// Few keys, many of which are prefixes of others, so that paths are reached in several ways.
const key = fc.array(fc.constantFrom("", "a", "b"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("."));
const { object } = fc.letrec<{ object: JsonObject; value: JsonValue }>((tie) => ({
  object: fc.dictionary(key, tie("value"), { maxKeys: 4 }),
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, 1, "x", true),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("object"),
  ),
}));

test("each path is visited once, with the value that filters read there", () => {
  fc.assert(
    fc.property(object, (metadata) => {
      const expected = new Map(
        [...new Set(waysThrough(metadata))].flatMap((path) => {
          const value = pathReader(path)(metadata);
          return value === undefined || value === null ? [] : [[path, comparable(value)] as const];
        }),
      );
      const found = new Map([...visited(metadata)].map(([path, value]) => [path, comparable(value)]));
      expect(found).toEqual(expected);
    }),
    { numRuns: 20_000 },
  );
});

test("each object is scanned once, regardless of its depth and the number of paths through it", () => {
  let scans = 0;
  const watched = (object: JsonObject): JsonObject =>
    new Proxy(object, {
      ownKeys: (target) => {
        scans += 1;
        return Reflect.ownKeys(target);
      },
    });
  let deep = watched({ end: 1 });
  for (let depth = 1; depth < 200; depth += 1) deep = watched({ a: deep });
  const wide = Array.from({ length: 2_000 }, (_, index) => watched({ [`k${index}`]: index }));
  const found = visited(watched({ deep, wide }));
  expect(found.size).toBe(201 + 2_001);
  expect(scans).toBe(1 + 200 + 2_000);
});
