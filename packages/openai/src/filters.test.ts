import { expect, test } from "vitest";
import { toFilter } from "./filters.ts";

test("comparisons and compounds are converted to Quarry filters", () => {
  const filter = {
    type: "and",
    filters: [
      { type: "ne", key: "a.b", value: 1 },
      { type: "or", filters: [{ type: "nin", key: "c", value: ["x", 2] }] },
    ],
  };
  expect(toFilter(filter)).toEqual({ $and: [{ "a.b": { $ne: 1 } }, { $or: [{ c: { $nin: ["x", 2] } }] }] });
});

test.each([
  [{ type: "like", key: "a", value: 1 }, "filters.type"],
  [{ type: "eq", key: "$or", value: 1 }, "filters.key"],
  [{ type: "eq", key: "a" }, "filters.value"],
  [{ type: "and", filters: [] }, "filters.filters"],
  [{ type: "or", filters: [5] }, "filters.filters[0]"],
])("%j is rejected with the name of its parameter", (filter, param) => {
  expect(() => toFilter(filter)).toThrow(expect.objectContaining({ param }));
});

test("a filter that is nested very deep is rejected", () => {
  let filter: object = { type: "eq", key: "a", value: 1 };
  for (let depth = 0; depth < 20; depth += 1) filter = { type: "and", filters: [filter] };
  expect(() => toFilter(filter as never)).toThrow(/nested deeper/);
});
