import { compareStrings } from "@quarry/plugin/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { TopK } from "./top-k.ts";

test("retains the same rows as sorting, with ties broken by id", () => {
  const scores = fc.array(fc.constantFrom(-1, -0.5, 0, 0.25, 0.5, 0.75, 1), { maxLength: 60 });
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 20 }), (values, capacity) => {
      // Ids that are not in row order, so that the order of arrival can't decide.
      const idOf = (row: number): string => `id${(row * 37) % 61}`;
      const top = new TopK(capacity, (row, other) => compareStrings(idOf(row), idOf(other)));
      for (const [row, score] of values.entries()) if (score >= top.threshold) top.offer(score, row);
      const byRank = (a: number, b: number): number => values[b]! - values[a]! || compareStrings(idOf(a), idOf(b));
      expect(top.items.toSorted(byRank)).toEqual([...values.keys()].toSorted(byRank).slice(0, capacity));
    }),
  );
});

test("the threshold is the lowest retained score, or -Infinity below capacity", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9, max: 9 })), fc.integer({ min: 1, max: 12 }), (scores, capacity) => {
      const top = new TopK(capacity);
      for (const score of scores) top.offer(score);
      expect(top.threshold).toBe(scores.toSorted((a, b) => b - a)[capacity - 1] ?? Number.NEGATIVE_INFINITY);
    }),
  );
});
