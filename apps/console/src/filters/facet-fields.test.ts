import { expect, test } from "vitest";
import { facetFieldsOf, isOfDocuments } from "./facet-fields.ts";

test("facet fields include metadata that documents share, and exclude fields that differ per document", () => {
  const metadata = [
    { team: "docs", year: 2024, path: "a/b.md", nested: { a: 1 } },
    { year: 2021, tags: ["a", "b"], page: 3, none: null },
    { year: 2019, tags: [{ name: "a" }] },
  ];
  expect(facetFieldsOf(metadata)).toEqual(["file_type", "language", "author", "year", "tags", "team"]);
  expect(facetFieldsOf([])).toEqual(["file_type", "language", "author"]);
});

test("facet fields exclude hashes and ids", () => {
  const metadata = [
    { source_sha256: "x", fileMd5: "kept: no separator", etag: '"a1"', team: "docs" },
    { digest_of: "0f343b0931126a20f133d67c2b018a3b", run: "6f1f2f0e-54a5-4b0c-9f4e-000000000000", team: "docs" },
  ];
  expect(facetFieldsOf(metadata)).toEqual(["file_type", "language", "author", "team", "fileMd5"]);
});

test("a filter on chunk-level fields is detected at any nesting depth", () => {
  expect(isOfDocuments({ year: 2024, $or: [{ tags: "a" }, { team: "docs" }] })).toBe(true);
  expect(isOfDocuments({ page: { $gte: 3 } })).toBe(false);
  expect(isOfDocuments({ $and: [{ year: 2024 }, { $not: { section: "Work" } }] })).toBe(false);
});
