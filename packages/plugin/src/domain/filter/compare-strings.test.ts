import fc from "fast-check";
import { expect, test } from "vitest";
import { compareStrings } from "./compare-strings.ts";

test("compareStrings orders strings by their UTF-8 bytes", () => {
  const text = fc.string({ unit: "binary", maxLength: 6 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareStrings(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 2_000 },
  );
});

test("a code point above U+FFFF sorts after U+FFEE, unlike in JavaScript's own order", () => {
  expect(["😀", "\uffee", "a"].sort(compareStrings)).toEqual(["a", "\uffee", "😀"]);
});
