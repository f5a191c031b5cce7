import fc from "fast-check";
import { expect, test } from "vitest";
import { LatencyHistogram } from "./latency-histogram.ts";

/** Returns the smallest value that is not below at least this share of all values. */
const exact = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(1, Math.ceil(sorted.length * share)) - 1]!;

test("percentiles are within 4 % of the exact ones for any durations", () => {
  const duration = fc.double({ min: 0.1, max: 600_000, noNaN: true });
  fc.assert(
    fc.property(fc.array(duration, { minLength: 1, maxLength: 300 }), (durations) => {
      const histogram = new LatencyHistogram();
      durations.forEach((value) => histogram.record(value));
      const sorted = durations.toSorted((a, b) => a - b);
      const { p50, p95, p99 } = histogram.percentiles()!;
      for (const [reported, share] of [
        [p50, 0.5],
        [p95, 0.95],
        [p99, 0.99],
      ] as const) {
        expect(Math.abs(reported / exact(sorted, share) - 1)).toBeLessThanOrEqual(0.04);
      }
    }),
  );
});

test("the sum of two histograms has the percentiles of all their values", () => {
  const [one, other, both] = [new LatencyHistogram(), new LatencyHistogram(), new LatencyHistogram()];
  for (let index = 1; index <= 100; index++) {
    (index % 3 === 0 ? one : other).record(index * 7);
    both.record(index * 7);
  }
  one.add(other);
  expect(one.percentiles()).toEqual(both.percentiles());
});

test("clamps values to its bounds, and is empty after clear", () => {
  const histogram = new LatencyHistogram();
  for (const value of [0, -1, 1e12]) histogram.record(value);
  expect(histogram.percentiles()!.p50).toBeCloseTo(0.1, 5);
  expect(histogram.percentiles()!.p99).toBeGreaterThan(500_000);
  histogram.clear();
  expect(histogram.percentiles()).toBeUndefined();
});
