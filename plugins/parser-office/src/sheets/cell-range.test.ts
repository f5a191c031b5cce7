import { expect, it } from "vitest";
import { columnOf, rangeOf } from "./cell-range.ts";

it.each([
  ["A1", 1],
  ["Z9", 26],
  ["AA1", 27],
  ["XFD1048576", 16_384],
  ["7", undefined],
  ["", undefined],
  [undefined, undefined],
])("%j is in column %j", (name, column) => {
  expect(columnOf(name)).toBe(column);
});

it("rangeOf accepts only ranges and single cells", () => {
  expect(rangeOf("B2:D9")).toEqual({ top: 2, left: 2, bottom: 9, right: 4 });
  expect(rangeOf("$C$5")).toEqual({ top: 5, left: 3, bottom: 5, right: 3 });
  expect(rangeOf("Sheet1!A1")).toBeUndefined();
  expect(rangeOf("A:A")).toBeUndefined();
  expect(rangeOf(undefined)).toBeUndefined();
});
