import { expect, it } from "vitest";
import { filterOf, type FilterRow, rowsOf } from "./filter-rows.ts";

it("parses row values as numbers, booleans or quoted strings", () => {
  const rows: FilterRow[] = [
    { field: "year", operator: "$gte", value: "2020" },
    { field: "draft", operator: "$eq", value: "true" },
    { field: "code", operator: "$eq", value: '"2020"' },
    { field: "team", operator: "$in", value: "docs, ops,3" },
    { field: "page", operator: "$exists", value: "" },
    { field: " ", operator: "$eq", value: "not yet said" },
  ];
  expect(filterOf(rows)).toEqual({
    year: { $gte: 2020 },
    draft: { $eq: true },
    code: { $eq: "2020" },
    team: { $in: ["docs", "ops", 3] },
    page: { $exists: true },
  });
});

it("converts an expressible filter to rows and back without changes", () => {
  const filter = { year: { $gte: 2020, $lt: 2024 }, code: { $eq: "5" }, team: { $nin: ["a", "b"] } };
  expect(filterOf(rowsOf(filter)!)).toEqual(filter);
  expect(rowsOf({ team: "docs" })).toEqual([{ field: "team", operator: "$eq", value: "docs" }]);
});

it("returns no rows for a filter that the form can't express", () => {
  expect(rowsOf({ $or: [{ a: 1 }, { b: 2 }] })).toBeUndefined();
  expect(rowsOf({ a: { $not: { $eq: 1 } } })).toBeUndefined();
  expect(rowsOf({ a: { $in: ["x, y"] } })).toBeUndefined();
});
