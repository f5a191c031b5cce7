import { expect, test } from "vitest";
import { allBut, selectorsOf } from "./target.ts";

test("selecting all documents uses the selector all, never an empty filter", () => {
  expect(selectorsOf(allBut({}, new Set()))).toEqual([{ all: true }]);
  expect(selectorsOf(allBut({}, new Set(["a"])))).toEqual([{ filters: { document_id: { $nin: ["a"] } } }]);
  const filter = { year: 2024 };
  expect(selectorsOf(allBut(filter, new Set()))).toEqual([{ filters: filter }]);
  expect(selectorsOf(allBut(filter, new Set(["a"])))).toEqual([
    { filters: { $and: [filter, { document_id: { $nin: ["a"] } }] } },
  ]);
});

test("ids are split into selectors of 1,000 each, and no ids produce no selector", () => {
  const ids = Array.from({ length: 1_001 }, (_, index) => String(index));
  expect(selectorsOf({ by: "ids", ids })).toEqual([
    { filters: { document_id: { $in: ids.slice(0, 1_000) } } },
    { filters: { document_id: { $in: ["1000"] } } },
  ]);
  expect(selectorsOf({ by: "ids", ids: [] })).toEqual([]);
});
