import fc from "fast-check";
import { expect, test } from "vitest";
import { TopScores } from "./top-scores.ts";

test("the threshold is the lowest of the best", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9, max: 9 })), fc.integer({ min: 1, max: 12 }), (scores, capacity) => {
      const top = new TopScores(capacity);
      for (const score of scores) top.offer(score);
      expect(top.threshold).toBe(scores.toSorted((a, b) => b - a)[capacity - 1] ?? Number.NEGATIVE_INFINITY);
    }),
  );
});
