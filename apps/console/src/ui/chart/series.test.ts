import { expect, test } from "vitest";
import { type ChartSeries, hasValues, stacked, valuesAt } from "./series.ts";

const series = (label: string, values: readonly (number | null)[]): ChartSeries => ({
  ...{ label, color: "chart-1", values },
});

const data = {
  times: [0, 60_000, 120_000],
  series: [series("low", [1, null, 3]), series("middle", [0, 2, 1]), series("high", [4, 1, null])],
};

test("stacked bars start at the top of the previous series, and unknown values have no height", () => {
  expect(stacked(data)).toEqual([
    [1, 0, 3],
    [1, 2, 4],
    [5, 3, 4],
  ]);
});

test("valuesAt returns the value of each series at an index, and null for unknown ones", () => {
  expect(valuesAt(data, 1)).toEqual([null, 2, 1]);
  expect(valuesAt(data, 9)).toEqual([null, null, null]);
});

test("hasValues is false for series with only zeros and gaps", () => {
  expect(hasValues(data)).toBe(true);
  expect(hasValues({ times: [0, 1], series: [series("idle", [0, null])] })).toBe(false);
  expect(hasValues({ times: [], series: [] })).toBe(false);
});
