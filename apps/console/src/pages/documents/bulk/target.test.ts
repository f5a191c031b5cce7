import { expect, test } from "vitest";
import { allBut, selectorsOf } from "./target.ts";

test("all documents are named as all, and never by an empty filter", () => {
  expect(selectorsOf(allBut({}, new Set()))).toEqual([{ all: true }]);
  expect(selectorsOf(allBut({}, new Set(["a"])))).toEqual([{ filters: { document_id: { $nin: ["a"] } } }]);
  const filter = { year: 2024 };
  expect(selectorsOf(allBut(filter, new Set()))).toEqual([{ filters: filter }]);
  expect(selectorsOf(allBut(filter, new Set(["a"])))).toEqual([
    { filters: { $and: [filter, { document_id: { $nin: ["a"] } }] } },
  ]);
});

test("ids are named a thousand at a time, and none are nothing", () => {
  const ids = Array.from({ length: 1_001 }, (_, index) => String(index));
  expect(selectorsOf({ by: "ids", ids })).toEqual([
    { filters: { document_id: { $in: ids.slice(0, 1_000) } } },
    { filters: { document_id: { $in: ["1000"] } } },
  ]);
  expect(selectorsOf({ by: "ids", ids: [] })).toEqual([]);
});
