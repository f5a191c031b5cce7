import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CodeMatrix, ROWS_PER_BLOCK } from "./code-matrix.ts";

const bytes = (vector: Float32Array): Uint8Array => new Uint8Array(vector.buffer);
const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
const unit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((x) => x / length);
};

const vectorArbitrary = (dimension: number): fc.Arbitrary<Float32Array> =>
  fc
    .oneof(
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimension, maxLength: dimension }),
      // Few non-zero numbers, as in vectors of hashed words.
      fc
        .array(fc.tuple(fc.nat(dimension - 1), fc.double({ min: -9, max: 9, noNaN: true })), { maxLength: 5 })
        .map((places) => Array.from({ length: dimension }, (_, i) => places.find(([at]) => at === i)?.[1] ?? 0)),
    )
    .map((numbers) => unit(Float32Array.from(numbers)));

describe("CodeMatrix", () => {
  test.each([1, 8, 31, 32, 33, 384, 1_024, 8_192])(
    "estimates products of %d numbers within its error bound",
    (dimension) => {
      const vectors = fc.array(vectorArbitrary(dimension), { minLength: 1, maxLength: 20 });
      fc.assert(
        fc.property(vectors, vectorArbitrary(dimension), (rows, query) => {
          const matrix = new CodeMatrix(dimension);
          for (const row of rows) matrix.append(bytes(row));
          matrix.setQuery(query);
          matrix.multiply(0, rows.length);
          for (const [i, row] of rows.entries()) {
            expect(Math.abs(matrix.estimate(i) - dot(row, query))).toBeLessThanOrEqual(matrix.slack(i));
          }
        }),
        { numRuns: Math.ceil(20_000 / (dimension + 100)) },
      );
    },
  );

  test("the error bound is below 0.01 for 1,024 numbers", () => {
    const dimension = 1_024;
    const [row, query] = fc.sample(
      fc
        .array(fc.double({ min: -1, max: 1, noNaN: true, noDefaultInfinity: true }), {
          minLength: dimension,
          maxLength: dimension,
        })
        .map((numbers) => unit(Float32Array.from(numbers))),
      { numRuns: 2, seed: 5 },
    ) as [Float32Array, Float32Array];
    const matrix = new CodeMatrix(dimension);
    matrix.append(bytes(row));
    matrix.setQuery(query);
    matrix.multiply(0, 1);
    expect(matrix.slack(0)).toBeLessThan(0.01);
  });

  test("products of the largest dimension don't overflow", () => {
    const dimension = 8_192;
    const even = unit(new Float32Array(dimension).fill(1));
    const matrix = new CodeMatrix(dimension);
    matrix.append(bytes(even));
    matrix.append(bytes(even.map((x) => -x)));
    matrix.setQuery(even);
    matrix.multiply(0, 2);
    expect(matrix.estimate(0)).toBeCloseTo(1, 3);
    expect(matrix.estimate(1)).toBeCloseTo(-1, 3);
  });

  test("preserves its rows and the query while it grows, for any block of rows", () => {
    const dimension = 100;
    const vectorOf = (seed: number) =>
      unit(Float32Array.from({ length: dimension }, (_, i) => Math.sin(seed * 7.1 + i * 3.3)));
    const matrix = new CodeMatrix(dimension);
    const query = vectorOf(-1);
    matrix.setQuery(query);
    const rows = Array.from({ length: 3 * ROWS_PER_BLOCK + 5 }, (_, seed) => vectorOf(seed));
    for (const row of rows) matrix.append(bytes(row));
    for (const start of [0, 7, ROWS_PER_BLOCK, 3 * ROWS_PER_BLOCK]) {
      const end = Math.min(start + ROWS_PER_BLOCK, rows.length);
      matrix.multiply(start, end);
      for (let row = start; row < end; row += 1) {
        expect(Math.abs(matrix.estimate(row) - dot(rows[row]!, query))).toBeLessThanOrEqual(matrix.slack(row));
      }
    }
  });
});
