import fc from "fast-check";
import { compareStrings } from "@quarry/plugin/domain";
import { expect, test } from "vitest";
import { idPrefix } from "./segment-rows.ts";

test("differing id prefixes order ids by code point", () => {
  const id = fc.oneof(fc.string({ unit: "binary", maxLength: 12 }), fc.string({ unit: "grapheme", maxLength: 12 }));
  fc.assert(
    fc.property(id, id, fc.constantFrom("", "abcdefg", "abcdefgh"), (first, second, start) => {
      const [a, b] = [start + first, start + second];
      const [left, right] = [idPrefix(a), idPrefix(b)];
      const order = left.high - right.high || left.low - right.low;
      if (order !== 0) expect(Math.sign(order)).toBe(Math.sign(compareStrings(a, b)));
    }),
    { numRuns: 5_000 },
  );
});
