import fc from "fast-check";
import { expect, test } from "vitest";
import { deletionsOf } from "./deletions-of.ts";
import { editDistance } from "@quarry/plugin/domain";

test("two words within one or two edits share a deletion", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "😀"), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (one, other, edits) => {
      fc.pre(editDistance(one, other, edits) <= edits && (one.length > edits || other.length > edits));
      const left = deletionsOf(other, 2);
      expect([...deletionsOf(one, edits)].some((each) => left.has(each))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("deletions never remove all characters of a word", () => {
  expect([...deletionsOf("ab", 2)]).toEqual(["ab", "b", "a"]);
});
