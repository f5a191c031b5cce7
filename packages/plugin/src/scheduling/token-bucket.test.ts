import { expect, test } from "vitest";
import { TokenBuckets } from "./token-bucket.ts";

const driven = (mostDebt?: number) => {
  let now = 0;
  const rate = { burst: 3, perSecond: 1, ...(mostDebt !== undefined && { mostDebt }) };
  return { buckets: new TokenBuckets(rate, 2, () => now), pass: (milliseconds: number) => (now += milliseconds) };
};

test("debt delays each key independently until it is repaid", () => {
  const { buckets, pass } = driven();
  buckets.use("a", 10);
  expect([buckets.left("a"), buckets.waitFor("a"), buckets.waitFor("b")]).toEqual([-7, 8_000, 0]);
  pass(7_999);
  expect(buckets.waitFor("a")).toBe(1);
  pass(1);
  expect(buckets.waitFor("a")).toBe(0);
  pass(60_000);
  expect(buckets.left("a")).toBe(3);
});

test("debt is capped at the configured maximum", () => {
  const { buckets, pass } = driven(3);
  for (let count = 0; count < 1_000; count++) buckets.use("a");
  expect(buckets.left("a")).toBe(-3);
  pass(3_001);
  expect(buckets.left("a")).toBeGreaterThan(0);
});

test("above the key limit, the least recently used key starts over", () => {
  const { buckets } = driven();
  buckets.use("a");
  buckets.use("b");
  buckets.use("a");
  buckets.use("c");
  expect(["a", "b", "c"].map((key) => buckets.left(key))).toEqual([1, 3, 2]);
});
