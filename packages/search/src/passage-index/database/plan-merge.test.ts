import { expect, test } from "vitest";
import { planFreeMerge } from "./plan-merge.ts";

const segments = (...liveCounts: readonly number[]) =>
  liveCounts.map((liveCount, number) => ({ number, firstSeq: number * 1_000_000, rowCount: liveCount, liveCount }));

const numbersOf = (...parameters: Parameters<typeof planFreeMerge>) =>
  planFreeMerge(...parameters)?.map(({ number }) => number);

test("segments of a size that follow one another are merged, but none that another merge has", () => {
  const five = segments(10, 10, 10, 10, 10);
  expect(numbersOf(five, new Set())).toEqual([0, 1, 2, 3, 4]);
  expect(numbersOf(five, new Set([0]))).toEqual([1, 2, 3, 4]);
  expect(numbersOf(five, new Set([2]))).toBeUndefined();
  expect(numbersOf([], new Set())).toBeUndefined();
});

test("large segments are not merged with others, and are written anew when half of them is deleted", () => {
  const large = segments(100_000, 100_000, 100_000, 100_000, 5);
  expect(numbersOf(large, new Set())).toBeUndefined();
  const wasteful = large.map((segment) => ({
    ...segment,
    rowCount: segment.number === 1 ? 250_000 : segment.rowCount,
  }));
  expect(numbersOf(wasteful, new Set())).toEqual([1]);
});

test("a merge takes no more passages than it can hold", () => {
  expect(numbersOf(segments(60_000, 60_000, 60_000, 60_000), new Set())).toEqual([0, 1]);
});
