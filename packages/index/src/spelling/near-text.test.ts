import { editDistance } from "@quarry/plugin/domain";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isNear } from "./near-text.ts";
import { unitsOf } from "./word-list.ts";

const word = fc.string({ unit: fc.constantFrom(..."abc"), maxLength: 9 });

it("isNear agrees with the edit distance at any position in a text", () => {
  fc.assert(
    fc.property(word, word, word, fc.constantFrom(0, 1, 2), (left, right, before, limit) => {
      const text = unitsOf(before + right + before);
      const end = before.length + right.length;
      const near = isNear(unitsOf(left), 0, left.length, text, before.length, end, limit);
      expect(near).toBe(editDistance(left, right, limit) <= limit);
    }),
    { numRuns: 20_000 },
  );
});
