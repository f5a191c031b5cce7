import { expect, test } from "vitest";
import { facetFieldsOf, isOfDocuments } from "./facet-fields.ts";

test("the fields that most documents share are counted, and what tells one document from another is not", () => {
  const metadata = [
    { team: "docs", year: 2024, path: "a/b.md", nested: { a: 1 } },
    { year: 2021, tags: ["a", "b"], page: 3, none: null },
    { year: 2019, tags: [{ name: "a" }] },
  ];
  expect(facetFieldsOf(metadata)).toEqual(["file_type", "language", "author", "year", "tags", "team"]);
  expect(facetFieldsOf([])).toEqual(["file_type", "language", "author"]);
});

test("a filter that asks for what differs between chunks is told, however deep", () => {
  expect(isOfDocuments({ year: 2024, $or: [{ tags: "a" }, { team: "docs" }] })).toBe(true);
  expect(isOfDocuments({ page: { $gte: 3 } })).toBe(false);
  expect(isOfDocuments({ $and: [{ year: 2024 }, { $not: { section: "Work" } }] })).toBe(false);
});
