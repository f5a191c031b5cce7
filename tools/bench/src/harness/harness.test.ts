import { describe, expect, test } from "vitest";
import { compared, keepsGoal, measured } from "./figure.ts";
import { formatFigure } from "./format-figure.ts";
import { interleave } from "./rounds.ts";
import { median, percentile } from "./statistics.ts";

const comparison = { name: "CPU", unit: "ms", referenceName: "bare" };

describe("statistics", () => {
  test("the median of an even number of samples is the mean of the middle two", () => {
    expect(median([9, 1, 3, 5])).toBe(4);
    expect(median([9, 1, 3])).toBe(3);
  });

  test("percentiles are samples, by nearest rank", () => {
    const samples = Array.from({ length: 200 }, (_, index) => 200 - index);
    expect(percentile(samples, 0.5)).toBe(100);
    expect(percentile(samples, 0.99)).toBe(198);
    expect(percentile(samples, 1)).toBe(200);
    expect(percentile([7], 0.99)).toBe(7);
  });
});

describe("compared", () => {
  test("compares each round with itself, so that a slow round of both does not count", () => {
    const figure = compared(comparison, { subject: [2, 40, 3], reference: [1, 20, 1] });
    expect(figure).toMatchObject({ median: 3, minimum: 2 });
    expect(figure.reference).toEqual({ name: "bare", median: 1, minimum: 1, ratio: 2, difference: 2 });
  });

  test("refuses rounds that are not pairs", () => {
    expect(() => compared(comparison, { subject: [1], reference: [1, 2] })).toThrow("differ in rounds");
  });
});

describe("keepsGoal", () => {
  const figure = compared(comparison, { subject: [30], reference: [20] });

  test.each([
    ["ratio", 1.5, true],
    ["ratio", 1.4, false],
    ["difference", 10, true],
    ["difference", 9, false],
    ["value", 30, true],
    ["value", 29, false],
  ] as const)("%s at most %s: %s", (of, atMost, kept) => {
    expect(keepsGoal({ ...figure, goal: { of, atMost } })).toBe(kept);
  });

  test("is undefined without a goal, and an error when there is nothing to compare with", () => {
    expect(keepsGoal(figure)).toBeUndefined();
    expect(() => keepsGoal(measured("CPU", "ms", [1], { of: "ratio", atMost: 1 }))).toThrow("needs a reference");
  });
});

describe("formatFigure", () => {
  test("prints name, figure, reference, ratio, minima and goal", () => {
    const figure = compared(
      { ...comparison, goal: { of: "ratio", atMost: 2 } },
      { subject: [3, 4.5], reference: [2, 2] },
    );
    expect(formatFigure("rest", figure)).toBe(
      "rest, CPU: 3.75 ms (bare 2.00 ms, 1.88×, +1.75 ms) [minimum 3.00 ms against 2.00 ms] goal at most 2.00×: met",
    );
  });

  test("prints a missed goal of a figure that stands alone", () => {
    const figure = measured("peak memory", "MB", [312.4], { of: "value", atMost: 300 });
    expect(formatFigure("upload", figure)).toBe("upload, peak memory: 312 MB goal at most 300 MB: MISSED");
  });

  test("leaves the goal out of a run that is not to be judged", () => {
    const figure = measured("peak memory", "MB", [312.4], { of: "value", atMost: 300 });
    expect(formatFigure("upload", figure, false)).toBe("upload, peak memory: 312 MB");
  });

  test("a subject below its reference has a ratio below 1 and a negative difference", () => {
    const figure = compared(comparison, { subject: [0.5], reference: [2] });
    expect(formatFigure("rest", figure)).toBe("rest, CPU: 0.500 ms (bare 2.00 ms, 0.25×, -1.50 ms)");
  });

  test.each([0, 3])("says no ratio of %i to 0", (count) => {
    const figure = compared({ ...comparison, unit: "of 300" }, { subject: [count], reference: [0] });
    const text = count.toFixed(count === 0 ? 3 : 2);
    expect(formatFigure("rest", figure)).toBe(`rest, CPU: ${text} of 300 (bare 0.000 of 300, +${text} of 300)`);
  });
});

describe("interleave", () => {
  test("leaves the warm-up out and changes who goes first", async () => {
    const calls: string[] = [];
    const side = (name: string) => async () => calls.push(name);
    const samples = await interleave({ rounds: 2, warmUpRounds: 1, subject: side("s"), reference: side("r") });
    expect(calls.join("")).toBe("rssrrs");
    expect(samples).toEqual({ subject: [3, 6], reference: [4, 5] });
  });
});
