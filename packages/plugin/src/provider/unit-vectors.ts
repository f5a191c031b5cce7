import { AnswerError, DimensionError } from "./answer-error.ts";

/** Deviations from length 1 up to this are float noise; such vectors stay as the provider sent them. */
const LENGTH_TOLERANCE = 1e-6;

/**
 * Normalises a provider's vectors to unit length, in place. Throws an `AnswerError` if a vector is missing or contains
 * a value that is not a number, and a `DimensionError` if a vector does not have the requested dimension.
 */
export const unitVectors = (
  vectors: readonly (Float32Array | undefined)[],
  expected: { readonly count: number; readonly dimension: number; readonly model: string },
): readonly Float32Array[] => {
  if (vectors.length !== expected.count)
    throw new AnswerError(`it returned ${vectors.length} vectors for ${expected.count} texts`);
  return Array.from(vectors, (vector, index) => {
    if (vector === undefined) throw new AnswerError(`it returned no vector for text ${index}`);
    if (vector.length !== expected.dimension) {
      const { model, dimension } = expected;
      throw new DimensionError(
        `the model "${model}" gave a vector of ${vector.length} numbers, and the collection's dimension is ${dimension}`,
      );
    }
    return toUnitLength(vector, index);
  });
};

const toUnitLength = (vector: Float32Array, index: number): Float32Array => {
  let squares = 0;
  for (let position = 0; position < vector.length; position++) squares += vector[position]! ** 2;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length)) throw new AnswerError(`the vector of text ${index} has a non-finite number`);
  if (length === 0 || Math.abs(length - 1) <= LENGTH_TOLERANCE) return vector;
  for (let position = 0; position < vector.length; position++) vector[position]! /= length;
  return vector;
};
