import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { idf, maxIdf, scoreBound, termScore } from "./bm25.ts";

describe("BM25", () => {
  it("uses Lucene's idf", () => {
    // Lucene's explanation of idf: log(1 + (N - n + 0.5) / (n + 0.5)).
    expect(idf(10, 2)).toBeCloseTo(Math.log(1 + 8.5 / 2.5), 12);
    expect(idf(10, 10)).toBeGreaterThan(0);
    expect(maxIdf(10)).toBe(idf(10, 0));
  });

  it("increases with frequency and decreases with length", () => {
    expect(termScore(1, 100, 100)).toBeCloseTo(1 / 2.2, 12);
    expect(termScore(2, 100, 100)).toBeGreaterThan(termScore(1, 100, 100));
    expect(termScore(1, 200, 100)).toBeLessThan(termScore(1, 100, 100));
    expect(termScore(0, 10, 10)).toBe(0);
    expect(termScore(1, 10, 0)).toBe(termScore(1, 10, 10));
  });

  it("yields a share of the score bound in [0, 1)", () => {
    const term = fc.record({
      count: fc.integer({ min: 1, max: 9 }),
      frequency: fc.nat(1000),
      documentFrequency: fc.nat(1000),
    });
    fc.assert(
      fc.property(fc.array(term, { minLength: 1 }), fc.integer({ min: 1, max: 5000 }), (terms, length) => {
        const weighted = terms.map((each) => ({ ...each, idf: idf(1000, each.documentFrequency) }));
        const sum = weighted.reduce(
          (total, each) => total + each.count * each.idf * termScore(each.frequency, length, 300),
          0,
        );
        const score = sum / scoreBound(weighted);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThan(1);
      }),
    );
  });
});
