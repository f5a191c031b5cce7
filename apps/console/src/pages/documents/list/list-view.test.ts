import { describe, expect, test } from "vitest";
import { EVERYTHING, isNarrowed, isUsualOrder, keyOf, type ListView, parametersOf, viewOf } from "./list-view.ts";

const NARROW: ListView = {
  status: "failed",
  filename: "pump & valve",
  filters: { year: { $gte: 2020 }, tags: "a,b" },
  sort: "-file_size",
};

describe("list view", () => {
  test("round-trips through its URL parameters", () => {
    expect(viewOf(new URLSearchParams(keyOf(NARROW)))).toEqual(NARROW);
    expect(viewOf(new URLSearchParams())).toEqual(EVERYTHING);
    expect(parametersOf(EVERYTHING)).toEqual({});
  });

  test("ignores invalid URL parameters", () => {
    const address = "status=gone&sort=colour&filters=%5B1%5D&name=pump";
    expect(viewOf(new URLSearchParams(address))).toEqual({ ...EVERYTHING, filename: "pump" });
    expect(viewOf(new URLSearchParams("filters=%7B")).filters).toEqual({});
  });

  test("is narrowed by a name or a filter, but not by a status or a sort order", () => {
    expect(isNarrowed({ ...EVERYTHING, status: "failed", sort: "filename" })).toBe(false);
    expect(isNarrowed({ ...EVERYTHING, filename: "a" })).toBe(true);
    expect(isUsualOrder({ ...EVERYTHING, status: "ready" })).toBe(true);
    expect(isUsualOrder({ ...EVERYTHING, filters: { a: 1 } })).toBe(false);
  });
});
