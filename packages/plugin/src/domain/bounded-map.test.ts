import fc from "fast-check";
import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map.ts";

const cacheOf = (limit: number) => new BoundedMap<string, string>(limit, { weigh: ({ length }) => length });

test("evicts the least recently used entry above the limit", () => {
  const cache = cacheOf(6);
  for (const key of ["aa", "bb", "cc"]) cache.set(key, key);
  expect(cache.get("aa")).toBe("aa");
  cache.set("dd", "dd");
  expect(["aa", "bb", "cc", "dd"].map((key) => cache.get(key))).toEqual(["aa", undefined, "cc", "dd"]);
});

test("counts a value set again once; a value above the limit remains as the only entry", () => {
  const cache = cacheOf(4);
  for (let round = 0; round < 5; round++) cache.set("aa", "aa");
  cache.set("bb", "bb");
  expect([cache.get("aa"), cache.get("bb")]).toEqual(["aa", "bb"]);
  cache.set("long", "longer than that");
  expect(["aa", "bb", "long"].map((key) => cache.get(key))).toEqual([undefined, undefined, "longer than that"]);
});

test("orders values by last use across gets, sets, deletes and evictions", () => {
  const uses = fc.array(fc.tuple(fc.constantFrom("get", "set", "delete"), fc.integer({ min: 0, max: 12 })), {
    minLength: 2_000,
    maxLength: 3_000,
  });
  fc.assert(
    fc.property(uses, (steps) => {
      const map = new BoundedMap<number, number>(8);
      let expected: number[] = [];
      for (const [step, key] of steps) {
        const isThere = expected.includes(key);
        const others = expected.filter((other) => other !== key);
        map[step](key, key);
        if (step === "delete") expected = others;
        else if (step === "set" || isThere) expected = [...others, key].slice(-8);
        expect([...map.values()]).toEqual(expected);
      }
    }),
    { numRuns: 20 },
  );
});
