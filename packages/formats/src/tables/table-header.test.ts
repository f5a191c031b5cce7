import { expect, it } from "vitest";
import { isHeaderLike } from "./table-header.ts";

it.each([
  [["Part", "Price"], true],
  [["", "May", "June"], true],
  [["Item", "2023", "2024"], true],
  [["", "2023", "2024"], true],
  [["Valve", "12.50"], false],
  [["Valve", "12.50 €"], false],
  [["Part", "", "Price"], false],
  [["", "Price"], false],
  [["Part"], false],
  [["1", "2"], false],
  [["Part", "word ".repeat(30)], false],
])("isHeaderLike(%j) is %s", (cells, isHeader) => {
  expect(isHeaderLike(cells)).toBe(isHeader);
});
