import { describe, expect, it } from "vitest";
import { hybridAlpha } from "./hybrid-alpha.ts";

const capabilities = { hybridAlpha: 0.3, smallCollections: { hybridAlpha: 0.6, halfAtChunks: 50 } };

describe("hybridAlpha", () => {
  it("returns the general weight if the embedder has none for small collections", () => {
    for (const chunks of [0, 1, 1_000_000]) expect(hybridAlpha({ hybridAlpha: 0.7 }, chunks)).toBe(0.7);
  });

  it("falls from the weight of small collections to the general weight as a collection grows", () => {
    const weights = [1, 10, 50, 240, 10_000].map((chunks) => hybridAlpha(capabilities, chunks));
    expect(weights).toEqual([...weights].sort((left, right) => right - left));
    expect(weights[0]).toBeCloseTo(0.6, 3);
    expect(weights[2]).toBeCloseTo(0.45, 10);
    expect(weights[4]).toBeCloseTo(0.3, 3);
  });

  it("returns the general weight for a collection without chunks (client vectors only)", () => {
    expect(hybridAlpha(capabilities, 0)).toBe(0.3);
  });
});
