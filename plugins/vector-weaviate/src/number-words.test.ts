import { compileFilter, type Filter, parseFilter } from "@quarry/plugin/domain";
import { compileFacts, metadataFacts } from "@quarry/plugin";
import { filterArbitrary, metadataArbitrary } from "@quarry/plugin-testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { numberWords, type WordQuery, withoutNumbers } from "./number-words.ts";

const HAS_NUMBER = "a number";
const RANGE = { gt: (a: number, b: number) => a > b, gte: (a: number, b: number) => a >= b } as const;

/** Matches as a store does that only has terms. */
const answers = (query: WordQuery, words: ReadonlySet<string>): boolean => {
  switch (query.op) {
    case "all":
      return true;
    case "none":
      return false;
    case "has":
      return query.words.some((word) => words.has(word));
    case "lacks":
      return !query.words.some((word) => words.has(word));
    case "and":
      return query.parts.every((part) => answers(part, words));
    case "or":
      return query.parts.some((part) => answers(part, words));
  }
};

const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -20, max: 20 }),
  fc.double({ noNaN: true, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  fc.constantFrom(0, -0, 0.5, -0.5, 1, 256, 65_536, 2 ** 52, Number.MIN_VALUE, -Number.MIN_VALUE),
);

test("number words match every comparison, with at most 256 words", () => {
  fc.assert(
    fc.property(number, number, number, (first, second, value) => {
      const [least, greatest] = first < second ? [first, second] : [second, first];
      const words = new Set([HAS_NUMBER, ...numberWords("p", least), ...numberWords("p", greatest)]);
      for (const [bound, stored] of [
        ["least", least],
        ["greatest", greatest],
      ] as const) {
        for (const compare of ["gt", "gte", "lt", "lte"] as const) {
          const query = withoutNumbers({ op: "number", path: "p", bound, compare, value }, () => HAS_NUMBER);
          const expected =
            compare === "lt" || compare === "lte"
              ? !RANGE[compare === "lt" ? "gte" : "gt"](stored, value)
              : RANGE[compare](stored, value);
          expect({ bound, compare, stored, value, matches: answers(query, words) }).toEqual({
            ...{ bound, compare, stored, value },
            matches: expected,
          });
          if (query.op === "has") expect(query.words.length).toBeLessThanOrEqual(256);
          // A record without a number is in no range.
          expect(answers(query, new Set())).toBe(false);
        }
      }
    }),
    { numRuns: 5_000 },
  );
});

test("filters compiled to words agree with the reference evaluator", () => {
  fc.assert(
    fc.property(metadataArbitrary, filterArbitrary, (metadata, spelled) => {
      const filter = parseFilter(spelled) as Filter;
      const { query, residual } = compileFacts(filter);
      const { words, numbers } = metadataFacts(metadata);
      const stored = new Set(words);
      for (const [path, { least, greatest }] of numbers) {
        for (const word of [`n/${path}`, ...numberWords(path, least), ...numberWords(path, greatest)]) stored.add(word);
      }
      const passes = answers(
        withoutNumbers(query, (path) => `n/${path}`),
        stored,
      );
      const rest = residual === undefined || compileFilter(residual)(metadata);
      expect(passes && rest).toBe(compileFilter(filter)(metadata));
    }),
    { numRuns: 10_000 },
  );
});
