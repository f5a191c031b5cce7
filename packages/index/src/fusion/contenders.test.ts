import { hybridScore } from "@quarry/plugin/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Branch } from "./branch.ts";
import { contendersOf } from "./contenders.ts";

/**
 * Both scores of some passages. 0 means that a branch doesn't return the passage. Coarse values, so that many are
 * equal.
 */
const scores = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 })), { maxLength: 60 });

const branchOf = (values: readonly number[], depth: number): Branch => {
  const ranked = [...values.entries()].filter(([, score]) => score > 0).sort((a, b) => b[1] - a[1]);
  const retained = ranked.slice(0, depth).map(([row, score]): [string, number] => [`row-${row}`, score]);
  return { scores: new Map(retained), isExhausted: ranked.length <= depth };
};

test("omitted passages score at most the bound, and the contenders include the best passages found", () => {
  const input = fc.record({
    scores,
    depth: fc.integer({ min: 1, max: 20 }),
    wanted: fc.integer({ min: 1, max: 10 }),
    alpha: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(input, ({ scores, depth, wanted, alpha }) => {
      const near = branchOf(
        scores.map(([semantic]) => semantic / 20),
        depth,
      );
      const matching = branchOf(
        scores.map(([, keyword]) => keyword / 20),
        depth,
      );
      const { ids, bound, isAll } = contendersOf(alpha, near, matching, wanted);
      const found = new Set([...near.scores.keys(), ...matching.scores.keys()]);
      const trueScores = new Map(
        scores.map(([semantic, keyword], row) => [`row-${row}`, hybridScore(alpha, semantic / 20, keyword / 20)]),
      );
      expect(isAll).toBe(ids.length === found.size);
      const left = [...trueScores].filter(([id]) => !ids.includes(id));
      for (const [, score] of left) expect(score).toBeLessThanOrEqual(bound);
      const best = [...found].map((id) => trueScores.get(id)!).sort((a, b) => b - a);
      const among = ids.map((id) => trueScores.get(id)!).sort((a, b) => b - a);
      expect(among.slice(0, wanted)).toEqual(best.slice(0, wanted));
    }),
  );
});

test("omits similar passages that can't compensate for missing query words", () => {
  const near: Branch = {
    scores: new Map([..."abcdefgh"].map((id, index) => [id, 0.5 - index / 20])),
    isExhausted: false,
  };
  const matching: Branch = { scores: new Map([..."uvwxyz"].map((id) => [id, 0.9])), isExhausted: true };
  const contenders = contendersOf(0.3, near, matching, 3);
  expect(contenders.ids.join("")).toBe("uvwxyz");
  expect(contenders.isAll).toBe(false);
  expect(contenders.bound).toBe(hybridScore(0.3, 0.5, 0));
});
