import { expect, it } from "vitest";
import { hybridAlphaFor } from "./hybrid-alpha.ts";

const fitting = { method: "m-1", minTexts: 200, maxTexts: 20_000, minDimension: 64, maxDimension: 2048 };
const learning = {
  hybridAlpha: 0.1,
  fitting: { ...fitting, hybridAlpha: { most: 0.5, chunksForHalf: 700 } },
};

it("grows with the chunks that can be learned from, towards the most", () => {
  const alphas = [0, 199, 200, 700, 3_000, 1_000_000].map((chunkCount) =>
    hybridAlphaFor(learning, { chunkCount, dimension: 1024 }),
  );
  expect(alphas).toEqual([0.1, 0.1, 0.13, 0.3, 0.48, 0.5]);
});

it("stays where nothing is learned: of other dimensions, by other embedders, or without a word about it", () => {
  for (const dimension of [63, 2049]) expect(hybridAlphaFor(learning, { chunkCount: 3_000, dimension })).toBe(0.1);
  for (const capabilities of [{ hybridAlpha: 0.7 }, { hybridAlpha: 0.7, fitting }])
    expect(hybridAlphaFor(capabilities, { chunkCount: 3_000, dimension: 1024 })).toBe(0.7);
});
