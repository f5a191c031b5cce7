import { compileFilter, type Filter, parseFilter } from "../../../domain/index.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filterArbitrary, metadataArbitrary } from "../../../conformance/arbitraries.ts";
import { compileFacts } from "./compile-facts.ts";
import type { FactQuery } from "./fact-query.ts";
import { type MetadataFacts, metadataFacts } from "./metadata-facts.ts";

/** What a store does: it sees the facts and never the metadata. */
const answers = (query: FactQuery, facts: MetadataFacts): boolean => {
  switch (query.op) {
    case "all":
      return true;
    case "none":
      return false;
    case "has":
      return query.words.some((word) => facts.words.includes(word));
    case "lacks":
      return !query.words.some((word) => facts.words.includes(word));
    case "and":
      return query.parts.every((part) => answers(part, facts));
    case "or":
      return query.parts.some((part) => answers(part, facts));
    case "number": {
      const range = facts.numbers.get(query.path);
      if (range === undefined) return false;
      const difference = range[query.bound] - query.value;
      return { gt: difference > 0, gte: difference >= 0, lt: difference < 0, lte: difference <= 0 }[query.compare];
    }
  }
};

const RUNS = 30_000;

test(`facts and residual agree with the reference evaluator (${RUNS} pairs); exact queries need no residual`, () => {
  let exact = 0;
  fc.assert(
    fc.property(metadataArbitrary, filterArbitrary, (metadata, filters) => {
      const filter = parseFilter(filters) as Filter;
      const { query, residual } = compileFacts(filter);
      const passes = answers(query, metadataFacts(metadata));
      const expected = compileFilter(filter)(metadata);
      if (residual === undefined) {
        exact += 1;
        expect(passes).toBe(expected);
      } else {
        // Never narrower than the filter, and exact once the rest is checked.
        expect(passes && compileFilter(residual)(metadata)).toBe(expected);
      }
    }),
    { numRuns: RUNS },
  );
  expect(exact).toBeGreaterThan(RUNS / 4);
});

describe("what is left to check", () => {
  const compiled = (filters: Parameters<typeof parseFilter>[0]) => compileFacts(parseFilter(filters)!);

  test("nothing of equality, lists, presence and numbers", () => {
    const filters = {
      $or: [
        { a: "x", "b.c": { $gte: 5, $ne: 7 } },
        { d: { $nin: ["x", 1, true] } },
        { e: { $exists: false } },
        { f: null },
      ],
    };
    expect(compiled(filters).residual).toBeUndefined();
  });

  test("only the part that needs it", () => {
    const { residual } = compiled({ lang: "de", created_at: { $gte: "2026" }, text: { $contains: "pump" } });
    expect(residual).toMatchObject({ op: "and", filters: [{ path: "created_at" }, { path: "text" }] });
  });
});

test("long values and paths make short words that still tell them apart", () => {
  const long = "x".repeat(50_000);
  const facts = metadataFacts({ text: long, [long.slice(0, 500)]: 1 });
  for (const word of facts.words) expect(word.length).toBeLessThan(220);
  const matches = (value: string) => answers(compileFacts(parseFilter({ text: value })!).query, facts);
  expect([matches(long), matches(`${long}y`)]).toEqual([true, false]);
});
