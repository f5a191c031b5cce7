import { expect, test } from "vitest";
import { retryDelayMs } from "./retry-schedule.ts";

test("a failed delivery is retried three times, after 10 s, 30 s and 90 s", () => {
  expect([1, 2, 3, 4].map((attempts) => retryDelayMs(attempts, undefined, 0.5))).toEqual([
    10_000,
    30_000,
    90_000,
    undefined,
  ]);
});

test("each wait has a jitter of ten percent to both sides", () => {
  expect([1, 2, 3].map((attempts) => retryDelayMs(attempts, undefined, 0))).toEqual([9_000, 27_000, 81_000]);
  expect([1, 2, 3].map((attempts) => retryDelayMs(attempts, undefined, 1))).toEqual([11_000, 33_000, 99_000]);
  const waits = Array.from({ length: 1_000 }, () => retryDelayMs(1)!);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(9_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(11_000);
  expect(new Set(waits).size).toBeGreaterThan(100);
});
