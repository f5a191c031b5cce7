import fc from "fast-check";
import { expect, test } from "vitest";
import type { TermSearchRequest } from "../term-index-v1.ts";
import { type RankedRecord, TermRanking } from "./term-ranking.ts";

const records: fc.Arbitrary<readonly RankedRecord[]> = fc
  .array(
    fc.record({
      rank: fc.constantFrom("a", "b", "é", "😀"),
      length: fc.integer({ min: 1, max: 4 }),
      terms: fc.dictionary(fc.constantFrom("x", "y", "z"), fc.integer({ min: 1, max: 3 })),
    }),
    { maxLength: 30 },
  )
  .map((all) =>
    all.map(({ terms, ...rest }, key) => ({ ...rest, key: `k${key}`, terms: new Map(Object.entries(terms)) })),
  );

const request: TermSearchRequest = {
  ...{ base: 0.3, slope: 0.2, limit: 4 },
  terms: [
    { term: "x", weight: 0.7, frequency: 1 },
    { term: "y", weight: 0.3, frequency: 1 },
  ],
};

/** Returns all pages, from records that arrive a few at a time. */
const pagesOf = (all: readonly RankedRecord[], required: readonly string[], trims: boolean) => {
  const pages = [];
  for (let after: string | undefined; ;) {
    const ranking = new TermRanking({ ...request, required, after });
    for (let start = 0; start < all.length; start += 7) {
      ranking.add(all.slice(start, start + 7));
      if (trims) ranking.trim();
    }
    const page = ranking.result(undefined);
    pages.push(page);
    if (page.next === undefined) return pages;
    after = page.next;
  }
};

test("pages list the records that contain a term by score and rank, with or without trimming", () => {
  fc.assert(
    fc.property(records, fc.constantFrom([], ["z"]), fc.boolean(), (all, required, trims) => {
      const score = ({ length, terms }: RankedRecord) =>
        request.terms.reduce((sum, { term, weight }) => {
          const f = terms.get(term) ?? 0;
          return f === 0 ? sum : sum + (weight * f) / (f + 0.3 + 0.2 * length);
        }, 0);
      const expected = all
        .filter((record) => score(record) > 0 && required.every((term) => record.terms.has(term)))
        .map((record) => ({ key: record.key, score: Math.fround(score(record)), rank: record.rank }))
        // In code point order, which is the byte order of UTF-8.
        .toSorted((a, b) => b.score - a.score || Buffer.compare(Buffer.from(a.rank), Buffer.from(b.rank)));
      const pages = pagesOf(all, required, trims);
      const scores = new Map(expected.map((each) => [each.key, each]));
      const found = pages.flatMap(({ hits }) => hits.map(({ key }) => scores.get(key)!));
      expect(found.map(({ score: one, rank }) => [one, rank])).toEqual(
        expected.map(({ score: one, rank }) => [one, rank]),
      );
      expect(new Set(found).size).toBe(expected.length);
      for (const { hits, bound, next } of pages)
        expect(bound).toBe(next === undefined ? 0 : scores.get(hits.at(-1)!.key)!.score);
    }),
  );
});

test("a page is final once its last score exceeds every possible later score", () => {
  const ranking = new TermRanking({ ...request, limit: 1 });
  expect(ranking.isSure(0)).toBe(false);
  ranking.add([{ key: "1", rank: "a", length: 1, terms: new Map([["x", 1]]) }]);
  expect([0.46, 0.47].map((score) => ranking.isSure(score))).toEqual([true, false]);
});
