import fc from "fast-check";
import { expect, test } from "vitest";
import { planMerge, type SegmentSize } from "./merge-policy.ts";

/** Carries out merges until none is due. Every merge must make progress. */
const settle = (segments: SegmentSize[]): { readonly segments: SegmentSize[]; readonly rewritten: number } => {
  let rewritten = 0;
  for (let plan = planMerge(segments); plan !== undefined; plan = planMerge(segments)) {
    const sources = segments.slice(plan.start, plan.end);
    const count = sources.reduce((sum, { liveCount }) => sum + liveCount, 0);
    rewritten += count;
    segments = segments.toSpliced(plan.start, sources.length, { rowCount: count, liveCount: count });
  }
  return { segments, rewritten };
};

const levelsOf = (total: number): number => Math.ceil(Math.log(total / 16) / Math.log(4)) + 1;

test("the number of segments stays logarithmic and each passage is rewritten a few times", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 100, maxLength: 400 }), (sizes) => {
      let segments: SegmentSize[] = [];
      let rewritten = 0;
      for (const size of sizes) {
        const settled = settle([...segments, { rowCount: size, liveCount: size }]);
        segments = settled.segments;
        rewritten += settled.rewritten;
      }
      const total = sizes.reduce((sum, size) => sum + size, 0);
      expect(segments.reduce((sum, { liveCount }) => sum + liveCount, 0)).toBe(total);
      const levels = levelsOf(total);
      expect(segments.length).toBeLessThanOrEqual(levels * 6);
      expect(rewritten).toBeLessThanOrEqual(total * levels * 2);
    }),
    { numRuns: 50 },
  );
});

test("passages added one by one are rewritten about once per level", () => {
  const total = 4_096;
  let segments: SegmentSize[] = [];
  let rewritten = 0;
  for (let passage = 0; passage < total; passage++) {
    const settled = settle([...segments, { rowCount: 1, liveCount: 1 }]);
    segments = settled.segments;
    rewritten += settled.rewritten;
  }
  // Within the smallest class, segments are merged in a few steps.
  expect(rewritten / total).toBeLessThanOrEqual(levelsOf(total) + 3);
});

test("segments that lose half of their passages don't accumulate behind a larger one", () => {
  let segments: SegmentSize[] = [];
  for (let commit = 0; commit < 500; commit++) {
    const before = segments.map(({ rowCount, liveCount }, index) =>
      index < segments.length - 1 || rowCount !== 20 ? { rowCount, liveCount } : { rowCount, liveCount: 10 },
    );
    ({ segments } = settle([...before, { rowCount: 20, liveCount: 20 }]));
    expect(segments.length).toBeLessThanOrEqual(3 * levelsOf(commit * 20 + 20) + 3);
  }
});

test("segments before a larger one are merged with each other, and a single one stays", () => {
  const sizes = [1_000, 43_000, 4_000, 18_000, 662_000, 34_000, 1_000];
  const { segments } = settle(sizes.map((size) => ({ rowCount: size, liveCount: size })));
  expect(segments.map(({ rowCount }) => rowCount)).toEqual([66_000, 662_000, 34_000, 1_000]);
});

test("a mostly deleted segment is rewritten", () => {
  expect(planMerge([{ rowCount: 5_000, liveCount: 2_000 }])).toEqual({ start: 0, end: 1 });
  expect(planMerge([{ rowCount: 5_000, liveCount: 3_000 }])).toBeUndefined();
});
