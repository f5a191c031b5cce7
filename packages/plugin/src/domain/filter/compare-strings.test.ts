import fc from "fast-check";
import { expect, test } from "vitest";
import { compareStrings } from "./compare-strings.ts";

test("orders like the bytes of UTF-8", () => {
  const text = fc.string({ unit: "binary", maxLength: 6 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareStrings(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 2_000 },
  );
});

test("a code point above U+FFFF sorts behind U+FFEE, which JavaScript's own order gets wrong", () => {
  expect(["😀", "\uffee", "a"].sort(compareStrings)).toEqual(["a", "\uffee", "😀"]);
});
