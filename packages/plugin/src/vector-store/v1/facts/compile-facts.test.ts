import { compileFilter, type Filter, parseFilter } from "../../../domain/index.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filterArbitrary, metadataArbitrary } from "../../../../../plugin-testkit/src/arbitraries.ts";
import { compileFacts } from "./compile-facts.ts";
import type { FactQuery } from "./fact-query.ts";
import { anyStringWord, presentWord, stringWord, valueWord } from "./fact-words.ts";
import { type MetadataFacts, metadataFacts } from "./metadata-facts.ts";

/** Evaluates a query as a store does: it sees the field values and never the metadata. */
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

test(`compiled queries agree with the reference evaluator (${RUNS} pairs), with or without a residual`, () => {
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
        // Never narrower than the filter, and exact once the residual is checked.
        expect(passes && compileFilter(residual)(metadata)).toBe(expected);
      }
    }),
    { numRuns: RUNS },
  );
  expect(exact).toBeGreaterThan(RUNS / 4);
});

describe("the residual", () => {
  const compiled = (filters: Parameters<typeof parseFilter>[0]) => compileFacts(parseFilter(filters)!);

  test("is empty for equality, lists, presence and numbers", () => {
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

  test("contains only the conditions that need it", () => {
    const { residual } = compiled({ lang: "de", published: { $gte: "2026" }, text: { $contains: "pump" } });
    expect(residual).toMatchObject({ op: "and", filters: [{ path: "published" }, { path: "text" }] });
  });
});

describe("field values indexed before canonical forms existed", () => {
  const KEY = "größe";
  const decomposed = (text: string) => text.normalize("NFD");

  /** Returns field values as stores have them: terms of keys and strings in the form in which they were sent. */
  const factsOf = (path: string, value: string): MetadataFacts => ({
    words: [presentWord(path), stringWord(path), anyStringWord(path), valueWord(path, value)],
    numbers: new Map(),
  });

  test.each([
    [KEY, "2024-03-11T01:00:00+01:00", { [KEY]: "2024-03-11" }],
    [decomposed(KEY), "2024-03-11", { [KEY]: { $in: ["x", "2024-03-11T00:00Z"] } }],
    [decomposed(KEY), decomposed("Köln"), { [KEY]: "Köln" }],
    [decomposed(KEY), "Köln", { [KEY]: { $exists: true } }],
    ["a", decomposed("Köln"), { a: { $contains: "Köln" } }],
    ["a", "2024-03-12", { a: { $nin: ["2024-03-11", "Köln"] } }],
  ])("%s: %s matches %j and not its negation", (path, value, filters) => {
    for (const filter of [filters, { $not: filters }]) {
      const { query, residual } = compileFacts(parseFilter(filter)!);
      const passes = answers(query, factsOf(path, value));
      const isLeft = residual === undefined || compileFilter(residual)({ [path]: value });
      expect([filter, passes && isLeft]).toEqual([filter, filter === filters]);
    }
  });
});

test("long values and paths produce short terms that remain distinct", () => {
  const long = "x".repeat(50_000);
  const facts = metadataFacts({ text: long, [long.slice(0, 500)]: 1 });
  for (const word of facts.words) expect(word.length).toBeLessThan(220);
  const matches = (value: string) => answers(compileFacts(parseFilter({ text: value })!).query, facts);
  expect([matches(long), matches(`${long}y`)]).toEqual([true, false]);
});
