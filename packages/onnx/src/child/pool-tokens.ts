import type { Pooling } from "../model-protocol.ts";

/**
 * Pools the token vectors of each text into one vector. Every text occupies as many positions as the longest one:
 * `values` is texts × positions × dimension.
 */
export function poolTokens(
  values: Float32Array,
  lengths: readonly number[],
  dimension: number,
  pooling: Pooling,
): Float32Array {
  const vectors = new Float32Array(lengths.length * dimension);
  const textSize = values.length / lengths.length;
  for (const [text, length] of lengths.entries()) {
    const vector = vectors.subarray(text * dimension, (text + 1) * dimension);
    const first = pooling === "last" ? length - 1 : 0;
    const last = pooling === "cls" ? 0 : length - 1;
    // The sum replaces the mean, because the vector is normalised to unit length.
    for (let token = first; token <= last; token++) {
      const start = text * textSize + token * dimension;
      for (let index = 0; index < dimension; index++) vector[index]! += values[start + index]!;
    }
  }
  return vectors;
}

/**
 * Normalises each vector to unit length, in place; a zero vector stays zero. Returns false if a number isn't finite.
 */
export function normalise(vectors: Float32Array, dimension: number): boolean {
  for (let start = 0; start < vectors.length; start += dimension) {
    const vector = vectors.subarray(start, start + dimension);
    let sum = 0;
    for (const value of vector) sum += value * value;
    if (!Number.isFinite(sum)) return false;
    const scale = sum === 0 ? 0 : 1 / Math.sqrt(sum);
    for (let index = 0; index < dimension; index++) vector[index]! *= scale;
  }
  return true;
}
