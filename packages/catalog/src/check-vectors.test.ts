import { DomainError } from "@quarry/plugin/domain";
import { expect, test } from "vitest";
import { checkVector } from "./check-vectors.ts";

const bytesOf = (...values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);

const check = (embedding: Uint8Array, dimension = 2) => checkVector({ id: "a", embedding }, 3, dimension);

const messageOf = (embedding: Uint8Array): string => {
  try {
    check(embedding);
  } catch (error) {
    if (error instanceof DomainError && error.code === "invalid_argument") return error.message;
    throw error;
  }
  throw new Error("was taken");
};

test("scales a vector to unit length without changing the input", () => {
  const embedding = bytesOf(3, 4);
  expect([...check(embedding).vector!]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
  expect(embedding).toEqual(bytesOf(3, 4));
});

test("accepts bytes at any offset of a larger buffer, as in a binary message", () => {
  const buffer = new Uint8Array(11);
  buffer.set(bytesOf(0, -2), 3);
  expect([...check(buffer.subarray(3)).vector!]).toEqual([0, -1]);
});

test.each([
  ["the smallest float32 numbers", 1.4e-45],
  ["the largest float32 numbers", 3.4028234e38],
])("scaling to unit length preserves the direction of %s", (_what, size) => {
  expect([...check(bytesOf(size, 0)).vector!]).toEqual([1, 0]);
});

test.each([
  [new Uint8Array(), "vectors[3].embedding: is required"],
  [bytesOf(1), "vectors[3].embedding: must have 2 numbers, the collection's dimension, got 1"],
  [bytesOf(1, 2, 3), "vectors[3].embedding: must have 2 numbers, the collection's dimension, got 3"],
  [new Uint8Array(7), "vectors[3].embedding: must have 2 numbers, the collection's dimension, got 7 bytes"],
  [bytesOf(0, -0), "vectors[3].embedding: must not be all zero"],
  [bytesOf(1, Number.NaN), "vectors[3].embedding[1]: must be a finite number, got NaN"],
  [bytesOf(Number.NEGATIVE_INFINITY, 1), "vectors[3].embedding[0]: must be a finite number, got -Infinity"],
])("rejects %j", (embedding, message) => {
  expect(messageOf(embedding)).toBe(message);
});
