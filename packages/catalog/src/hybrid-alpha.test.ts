import { describe, expect, it } from "vitest";
import { hybridAlpha } from "./hybrid-alpha.ts";

const capabilities = { hybridAlpha: 0.3, smallCollections: { hybridAlpha: 0.6, halfAtChunks: 50 } };

describe("the weight of the semantic score", () => {
  it("is the general one where the embedder has no other", () => {
    for (const chunks of [0, 1, 1_000_000]) expect(hybridAlpha({ hybridAlpha: 0.7 }, chunks)).toBe(0.7);
  });

  it("falls from that of small collections to the general one as a collection grows", () => {
    const weights = [1, 10, 50, 240, 10_000].map((chunks) => hybridAlpha(capabilities, chunks));
    expect(weights).toEqual([...weights].sort((left, right) => right - left));
    expect(weights[0]).toBeCloseTo(0.6, 3);
    expect(weights[2]).toBeCloseTo(0.45, 10);
    expect(weights[4]).toBeCloseTo(0.3, 3);
  });

  it("is the general one for direct vectors alone, of which there may be many", () => {
    expect(hybridAlpha(capabilities, 0)).toBe(0.3);
  });
});
