import { describe, expect, test } from "vitest";
import { QUERY_SLOTS, VectorMatrix } from "./vector-matrix.ts";

const random = (dimension: number): Float32Array => Float32Array.from({ length: dimension }, () => Math.random() - 0.5);
const bytes = (vector: Float32Array): Uint8Array => new Uint8Array(vector.buffer);
const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

describe("VectorMatrix", () => {
  test.each([1, 3, 15, 16, 17, 384, 1_000, 8_192])("multiplies vectors of %d numbers", (dimension) => {
    const matrix = new VectorMatrix(dimension);
    const query = random(dimension);
    const rows = Array.from({ length: 40 }, () => random(dimension));
    for (const row of rows) matrix.append(bytes(row));
    matrix.setQuery(query);
    for (const [i, row] of rows.entries()) {
      expect(matrix.dot(i)).toBeCloseTo(dot(row, query), 3);
      expect(matrix.exactDot(i, query)).toBeCloseTo(dot(row, query), 10);
    }
  });

  test.each([1, 15, 16, 100, 1_024])("multiplies two rows with four queries of %d numbers at once", (dimension) => {
    const matrix = new VectorMatrix(dimension);
    const queries = Array.from({ length: QUERY_SLOTS }, () => random(dimension));
    const rows = Array.from({ length: 101 }, () => random(dimension));
    for (const row of rows) matrix.append(bytes(row));
    for (const [slot, query] of queries.entries()) matrix.setQuery(query, slot);
    for (let row = 0; row < rows.length; row += 1) {
      for (let slot = 0; slot < QUERY_SLOTS; slot += 1) {
        matrix.multiplyTile(row, slot - (slot % 4));
        expect(matrix.product(0, slot % 4)).toBeCloseTo(dot(rows[row]!, queries[slot]!), 3);
        if (row + 1 < rows.length) {
          expect(matrix.product(1, slot % 4)).toBeCloseTo(dot(rows[row + 1]!, queries[slot]!), 3);
        }
        expect(matrix.exactDot(row, queries[slot]!)).toBeCloseTo(dot(rows[row]!, queries[slot]!), 10);
      }
    }
  });

  test("preserves its rows and the query while it grows", () => {
    const matrix = new VectorMatrix(100);
    const query = random(100);
    matrix.setQuery(query);
    const rows = Array.from({ length: 5_000 }, () => random(100));
    for (const row of rows) matrix.append(bytes(row));
    for (const i of [0, 1, 2_499, 4_999]) expect(matrix.exactDot(i, query)).toBeCloseTo(dot(rows[i]!, query), 10);
  });

  test("replace overwrites one row and leaves the others unchanged", () => {
    const matrix = new VectorMatrix(5);
    const [first, second, query] = [random(5), random(5), random(5)];
    matrix.append(bytes(first));
    matrix.append(bytes(first));
    matrix.replace(0, bytes(second));
    matrix.setQuery(query);
    expect(matrix.exactDot(0, query)).toBeCloseTo(dot(second, query), 10);
    expect(matrix.exactDot(1, query)).toBeCloseTo(dot(first, query), 10);
  });
});
