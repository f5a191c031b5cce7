import { expect, it } from "vitest";
import { normalise, poolTokens } from "./pool-tokens.ts";

/** Two texts with two numbers per token. The second text has one token; its other two positions are padding. */
const VALUES = Float32Array.of(1, 0, 3, 0, 2, 6, 5, 7, 99, 99, 99, 99);
const LENGTHS = [3, 1];

it.each([
  ["mean", [6, 6, 5, 7]],
  ["cls", [1, 0, 5, 7]],
  ["last", [2, 6, 5, 7]],
] as const)("pools by %s, without the padding", (pooling, expected) => {
  expect([...poolTokens(VALUES, LENGTHS, 2, pooling)]).toEqual(expected);
});

it("scales each vector to unit length, leaves zeros, and detects NaN", () => {
  const vectors = Float32Array.of(3, 4, 0, 0);
  expect(normalise(vectors, 2)).toBe(true);
  expect([...vectors].map((value) => Number(value.toFixed(6)))).toEqual([0.6, 0.8, 0, 0]);
  expect(normalise(Float32Array.of(1, NaN), 2)).toBe(false);
});
