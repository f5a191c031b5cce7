import { expect, test } from "vitest";
import { type ChartSeries, hasValues, stacked, valuesAt } from "./series.ts";

const series = (label: string, values: readonly (number | null)[]): ChartSeries => ({
  ...{ label, color: "chart-1", values },
});

const data = {
  times: [0, 60_000, 120_000],
  series: [series("low", [1, null, 3]), series("middle", [0, 2, 1]), series("high", [4, 1, null])],
};

test("bars stand on those before them, and what is not known has no height", () => {
  expect(stacked(data)).toEqual([
    [1, 0, 3],
    [1, 2, 4],
    [5, 3, 4],
  ]);
});

test("tells what is at one place, series by series, and what is not known as such", () => {
  expect(valuesAt(data, 1)).toEqual([null, 2, 1]);
  expect(valuesAt(data, 9)).toEqual([null, null, null]);
});

test("zeros and gaps are nothing to draw", () => {
  expect(hasValues(data)).toBe(true);
  expect(hasValues({ times: [0, 1], series: [series("idle", [0, null])] })).toBe(false);
  expect(hasValues({ times: [], series: [] })).toBe(false);
});
