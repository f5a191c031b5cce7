import { comparePaired, evaluate, ndcgAt, recallAt, reciprocalRankAt, rocAuc } from "./index.ts";
import { describe, expect, test } from "vitest";

const judgments = new Map([
  ["a", 2],
  ["b", 1],
  ["c", 0],
]);

describe("metrics", () => {
  test("nDCG takes the grade as gain, discounts by place and is 1 for the best order", () => {
    expect(ndcgAt(["a", "b"], judgments, 10)).toBe(1);
    const ideal = 2 + 1 / Math.log2(3);
    expect(ndcgAt(["b", "x", "a"], judgments, 10)).toBeCloseTo((1 + 2 / Math.log2(4)) / ideal, 12);
    expect(ndcgAt(["x", "y", "a"], judgments, 2)).toBe(0);
    expect(ndcgAt(["a"], new Map([["a", 0]]), 10)).toBe(0);
  });

  test("recall counts each relevant document once", () => {
    expect(recallAt(["a", "a", "c"], judgments, 10)).toBe(0.5);
    expect(recallAt(["c", "b", "a"], judgments, 2)).toBe(0.5);
  });

  test("reciprocal rank looks for the first relevant one", () => {
    expect(reciprocalRankAt(["c", "x", "b"], judgments, 10)).toBeCloseTo(1 / 3, 12);
    expect(reciprocalRankAt(["c", "x", "b"], judgments, 2)).toBe(0);
  });
});

test("the area under the ROC curve is the share of pairs in the right order, ties counting half", () => {
  const labels = (relevant: readonly number[], others: readonly number[]) => [
    ...relevant.map((score) => ({ score, isRelevant: true })),
    ...others.map((score) => ({ score, isRelevant: false })),
  ];
  expect(rocAuc(labels([0.9, 0.8], [0.7, 0.1]))).toBe(1);
  expect(rocAuc(labels([0.1], [0.7, 0.9]))).toBe(0);
  expect(rocAuc(labels([0.5], [0.5]))).toBe(0.5);
  expect(rocAuc(labels([0.9, 0.5, 0.5], [0.5, 0.2, 0.6]))).toBeCloseTo((3 + 1.5 + 1.5) / 9, 12);
  expect(rocAuc(labels([0.9], []))).toBeNaN();
});

describe("evaluate", () => {
  test("counts unanswered queries with 0 and leaves out those without a relevant document", () => {
    const judged = new Map([
      ["one", judgments],
      ["two", new Map([["z", 1]])],
      ["none", new Map([["z", 0]])],
    ]);
    const { means, queries } = evaluate(new Map([["one", ["a", "b"]]]), judged);
    expect([...queries.keys()]).toEqual(["one", "two"]);
    expect(means).toEqual({ "nDCG@10": 0.5, "Recall@10": 0.5, "Recall@100": 0.5, "MRR@10": 0.5 });
  });
});

describe("comparePaired", () => {
  const scores = (value: (n: number) => number) => new Map(Array.from({ length: 60 }, (_, n) => [`q${n}`, value(n)]));

  test("tells a steady gain from noise, and the same runs always alike", () => {
    const before = scores((n) => (n % 7) / 7);
    const steady = comparePaired(
      before,
      scores((n) => (n % 7) / 7 + 0.05 + (n % 3) / 100),
    );
    expect(steady.difference).toBeCloseTo(0.06, 2);
    expect(steady.interval[0]).toBeGreaterThan(0);
    expect(steady.p).toBeLessThan(0.01);
    const noise = comparePaired(
      before,
      scores((n) => (n % 7) / 7 + (n % 2 === 0 ? 0.2 : -0.2)),
    );
    expect(noise.interval[0]).toBeLessThan(0);
    expect(noise.interval[1]).toBeGreaterThan(0);
    expect(noise.p).toBeGreaterThan(0.05);
    expect(
      comparePaired(
        before,
        scores((n) => n / 60),
      ),
    ).toEqual(
      comparePaired(
        before,
        scores((n) => n / 60),
      ),
    );
  });

  test("takes only queries that both runs have", () => {
    expect(comparePaired(new Map([["a", 1]]), new Map([["b", 1]]))).toEqual({
      queries: 0,
      difference: 0,
      interval: [0, 0],
      p: 1,
    });
  });
});
