import { expect, test } from "vitest";
import { emptyIn, type Hour, slicesOf } from "./analytics-series.ts";

const HOUR_MS = 3_600_000;

/** A quarter past some full hour. */
const NOW = Date.UTC(2026, 0, 15, 12, 15);

const hour = (hoursAgo: number, fields: Partial<Hour> = {}): Hour => ({
  start: new Date(Math.floor(NOW / HOUR_MS) * HOUR_MS - hoursAgo * HOUR_MS).toISOString(),
  query_count: 1,
  empty_count: 0,
  avg_latency_ms: 10,
  avg_score: 0.5,
  avg_result_count: 2,
  ...fields,
});

test.each([
  ["day", 24],
  ["week", 28],
  ["month", 30],
] as const)("splits a %s into equal slices that end at the current time", (range, count) => {
  const slices = slicesOf([], range, NOW);
  expect(slices).toHaveLength(count);
  const steps = new Set(slices.slice(1).map(({ start }, index) => start - slices[index]!.start));
  expect(steps.size).toBe(1);
  const [step] = steps;
  expect(slices.at(-1)!.start).toBeLessThanOrEqual(NOW);
  expect(slices.at(-1)!.start + step!).toBeGreaterThan(NOW);
});

test("averages are weighted by their counts, and slices without data are null instead of zero", () => {
  const slices = slicesOf(
    [
      hour(0, { query_count: 3, avg_latency_ms: 20, empty_count: 3, avg_result_count: 0, avg_score: 0 }),
      hour(0, { query_count: 1, avg_latency_ms: 100, avg_result_count: 4, avg_score: 0.8 }),
      hour(3),
    ],
    "day",
    NOW,
  );
  expect(slices.at(-1)).toMatchObject({ queries: 4, empty: 3, latencyMs: 40, score: expect.closeTo(0.8, 10) });
  expect(slices.at(-2)).toMatchObject({ queries: 0, empty: 0, latencyMs: null, score: null });
  expect(slices.at(-4)).toMatchObject({ queries: 1, latencyMs: 10 });
});

test("queries without a result are counted over the same hours as the service's own figures", () => {
  const hours = [hour(25, { empty_count: 1 }), hour(24, { empty_count: 2 }), hour(0, { empty_count: 4 })];
  expect(emptyIn(hours, "day", NOW)).toBe(6);
  expect(emptyIn(hours, "week", NOW)).toBe(7);
});

test("hours older than the range count in none of its slices", () => {
  expect(slicesOf([hour(30)], "day", NOW).every(({ queries }) => queries === 0)).toBe(true);
  expect(slicesOf([hour(30)], "week", NOW).reduce((sum, { queries }) => sum + queries, 0)).toBe(1);
});
