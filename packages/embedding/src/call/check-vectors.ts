import { PluginError } from "@quarry/plugin";
import { Effect } from "effect";

/** Deviation from unit length up to which a vector is not normalised again. */
const UNIT_TOLERANCE = 1e-6;

/** Properties that an embedder's result must have. */
export interface ExpectedVectors {
  readonly count: number;
  readonly dimension: number;
  /** Whether a vector may be all zero, for a text that the model knows nothing about. */
  readonly mayBeZero: boolean;
}

/**
 * Returns the vectors of a result at unit length: one per text, each with the collection's dimension. Fails on a
 * mismatch, with both numbers.
 */
export const checkVectors = (
  plugin: string,
  vectors: readonly Float32Array[],
  { count, dimension, mayBeZero }: ExpectedVectors,
): Effect.Effect<readonly Float32Array[], PluginError> => {
  const refuse = (problem: string) =>
    Effect.fail(new PluginError({ plugin, reason: "incompatible", message: `the embedder returned ${problem}` }));
  if (vectors.length !== count) return refuse(`${vectors.length} vectors for ${count} texts`);
  const checked: Float32Array[] = [];
  for (const vector of vectors) {
    if (vector.length !== dimension) {
      return refuse(`a vector of ${vector.length} dimensions; the collection has ${dimension}`);
    }
    const length = Math.sqrt(sumOfSquares(vector));
    if (!Number.isFinite(length)) return refuse("a vector with values that are not numbers");
    if (length === 0 && !mayBeZero) return refuse("a vector of length 0; it has no direction to search by");
    const isUnit = length === 0 || Math.abs(length - 1) < UNIT_TOLERANCE;
    checked.push(isUnit ? vector : vector.map((value) => value / length));
  }
  return Effect.succeed(checked);
};

export const isZero = (vector: Float32Array): boolean => sumOfSquares(vector) === 0;

const sumOfSquares = (vector: Float32Array): number => {
  let sum = 0;
  for (let index = 0; index < vector.length; index += 1) sum += (vector[index] as number) ** 2;
  return sum;
};
