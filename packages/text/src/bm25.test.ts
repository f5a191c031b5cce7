import { describe, expect, it } from "vitest";
import { idf, scoreBound } from "./bm25.ts";

describe("BM25", () => {
  it("uses Lucene's idf", () => {
    // Lucene's explanation of idf: log(1 + (N - n + 0.5) / (n + 0.5)).
    expect(idf(10, 2)).toBeCloseTo(Math.log(1 + 8.5 / 2.5), 12);
    expect(idf(10, 10)).toBeGreaterThan(0);
    expect(idf(10, 0)).toBeGreaterThan(idf(10, 1));
  });

  it("bounds a query's score by the sum of its terms' IDF, once per occurrence", () => {
    expect(scoreBound([])).toBe(0);
    expect(
      scoreBound([
        { count: 2, idf: 1.5 },
        { count: 1, idf: 0.5 },
      ]),
    ).toBe(3.5);
  });
});
