import fc from "fast-check";
import { expect, test } from "vitest";
import { compareTerms, type EncodedTerm } from "./encoded-term.ts";

const encoded = (term: string): EncodedTerm => {
  const bytes = Buffer.from(`x${term}y`);
  return { bytes, start: 1, end: bytes.length - 1 };
};

/** Characters on both sides of every encoding boundary, and the first characters of the dictionary's entries. */
const character = fc.constantFrom(
  "a",
  "b",
  "~",
  "\u00df",
  "\u07ff",
  "\u0800",
  "\ud7ff",
  "\ue000",
  "\ufb01",
  "\uffff",
  "\u{10000}",
  "\u{2f800}",
  "\u{10ffff}",
);
const term = fc.string({
  unit: fc.oneof(character, fc.string({ unit: "binary", minLength: 1, maxLength: 1 })),
  maxLength: 5,
});

test("compareTerms orders UTF-8 terms like JavaScript strings", () => {
  fc.assert(
    fc.property(term, term, (a, b) => {
      const [first, second] = [a.toWellFormed(), b.toWellFormed()];
      const expected = first < second ? -1 : first > second ? 1 : 0;
      expect(Math.sign(compareTerms(encoded(first), encoded(second)))).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});
