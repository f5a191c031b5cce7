import { expect, test } from "vitest";
import { MAX_RETRY_MS, RETRY_JITTER, retryDelayMs } from "./backoff.ts";

test("retry delays grow fourfold from one second up to the maximum", () => {
  expect([1, 2, 3, 4, 5, 50].map((attempts) => retryDelayMs(attempts, 0.5))).toEqual([
    1_000, 4_000, 16_000, 64_000, 256_000, 300_000,
  ]);
});

test("jitter applies in both directions, within its share", () => {
  expect(retryDelayMs(1, 0)).toBe(800);
  expect(retryDelayMs(1, 0.999999)).toBe(1_200);
  for (let round = 0; round < 1_000; round += 1) {
    expect(retryDelayMs(50)).toBeLessThanOrEqual(MAX_RETRY_MS * (1 + RETRY_JITTER));
  }
});
