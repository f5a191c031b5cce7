import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance } from "./edit-distance.ts";

/** The textbook recursion, for short words. */
function slow(left: string, right: string): number {
  if (left === "" || right === "") return left.length + right.length;
  const rest = slow(left.slice(1), right.slice(1)) + (left[0] === right[0] ? 0 : 1);
  const plain = Math.min(rest, slow(left.slice(1), right) + 1, slow(left, right.slice(1)) + 1);
  const swaps = left.length > 1 && left[0] === right[1] && left[1] === right[0];
  return swaps ? Math.min(plain, slow(left.slice(2), right.slice(2)) + 1) : plain;
}

describe("editDistance", () => {
  it.each([
    ["retrieval", "retreival", 1],
    ["slipstream", "slipsteam", 1],
    ["kitten", "sitting", 3],
    ["", "abc", 3],
    ["same", "same", 0],
  ])("the distance from %j to %j is %i", (left, right, expected) => {
    expect(editDistance(left, right, 3)).toBe(expected);
  });

  it("matches the recursive definition up to the limit", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
    fc.assert(
      fc.property(word, word, fc.nat(3), (left, right, limit) => {
        expect(editDistance(left, right, limit)).toBe(Math.min(slow(left, right), limit + 1));
      }),
      { numRuns: 2_000 },
    );
  });
});
