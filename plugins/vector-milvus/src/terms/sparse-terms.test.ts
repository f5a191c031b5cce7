import fc from "fast-check";
import { expect, test } from "vitest";
import { queryVector, type SparseVector, termVector } from "./sparse-terms.ts";

const product = (a: SparseVector, b: SparseVector): number =>
  Object.entries(a).reduce((sum, [dimension, value]) => sum + value * (b[Number(dimension)] ?? 0), 0);

const term = fc.constantFrom(..."abcdefghijkl");
const record = fc.record({
  terms: fc.array(
    fc.tuple(
      term,
      fc.oneof(
        fc.integer({ min: 1, max: 5 }),
        fc.nat(9_999).map((n) => n + 1),
      ),
    ),
  ),
  length: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 2_000_000 })),
});
const asked = fc.record({
  terms: fc.uniqueArray(
    fc.record({ term, weight: fc.double({ min: 1e-4, max: 1, noNaN: true }), frequency: fc.nat() }),
    {
      selector: (one) => one.term,
      minLength: 1,
    },
  ),
  base: fc.double({ min: 0, max: 2, noNaN: true }),
  slope: fc.double({ min: 0, max: 1, noNaN: true }),
});

test("the inner product is never below the score that it approximates", () => {
  fc.assert(
    fc.property(record, asked, ({ terms, length }, request) => {
      const held = new Map(terms);
      const score = request.terms.reduce((sum, { term: one, weight }) => {
        const frequency = held.get(one) ?? 0;
        return frequency === 0 ? sum : sum + (weight * frequency) / (frequency + request.base + request.slope * length);
      }, 0);
      const found = product(termVector({ terms: held, length }), queryVector(request));
      expect(found).toBeGreaterThanOrEqual(score * (1 - 1e-9));
    }),
    { numRuns: 500 },
  );
});

test("the inner product of one occurrence in a passage of usual length is near its score", () => {
  for (const length of [20, 80, 90, 160]) {
    const request = { terms: [{ term: "a", weight: 1, frequency: 1 }], base: 0.3, slope: 0.9 / 80 };
    const score = 1 / (1 + request.base + request.slope * length);
    const found = product(termVector({ terms: new Map([["a", 1]]), length }), queryVector(request));
    expect(found / score).toBeLessThan(1.15);
  }
});
