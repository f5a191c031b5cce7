import { expect, it } from "vitest";
import { autoNumberLabel } from "../slides/auto-number.ts";
import { listLabel } from "./list-label.ts";

it.each([
  [4, "decimal", "4"],
  [4, "decimalZero", "04"],
  [1, "lowerLetter", "a"],
  [26, "upperLetter", "Z"],
  [28, "lowerLetter", "bb"],
  [1_994, "upperRoman", "MCMXCIV"],
  [4, "lowerRoman", "iv"],
  [0, "lowerRoman", "0"],
  [1_000_000, "lowerLetter", "1000000"],
  [3, "chineseCounting", "3"],
  [3, "none", ""],
])("the list label of %d as %s is %j", (number, format, label) => {
  expect(listLabel(number, format)).toBe(label);
});

it.each([
  [2, "arabicPeriod", "2."],
  [2, "alphaLcParenBoth", "(b)"],
  [2, "romanUcParenR", "II)"],
  [2, "arabicPlain", "2"],
])("the list label of %d as %s on a slide is %s", (number, type, label) => {
  expect(autoNumberLabel(number, type)).toBe(label);
});
