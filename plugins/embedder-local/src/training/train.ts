import { writeDocumentVector } from "../document-vector.ts";
import type { TextWeights } from "../text-weights.ts";
import type { Fit } from "./trained-projection.ts";
import { MOST_WEIGHT, RANK, TERMS_PER_DIRECTION, TEXTS_FOR_HALF_WEIGHT } from "./training-limits.ts";
import { latentBasis, latentVectors } from "./latent-space.ts";
import { quantiseColumns, quantiseRows } from "./quantised-rows.ts";
import { RidgeRegression } from "./ridge-regression.ts";
import { termMatrix } from "./term-matrix.ts";

/**
 * Learns from a collection's texts which words are related and, for each subject found, the direction of the stored
 * vectors of its texts. Pure and slow: seconds for thousands of texts. The order of the texts affects only the last
 * digits.
 */
export function learnFit(texts: readonly string[], dimension: number, weights?: TextWeights): Fit {
  const matrix = termMatrix(texts);
  const { hashes } = matrix;
  // A rank as high as the number of texts or terms would only reproduce them, and learn nothing.
  const rank = Math.min(RANK, Math.floor(texts.length / 2), Math.floor(hashes.length / TERMS_PER_DIRECTION));
  const basis = latentBasis(matrix, rank);
  const latent = latentVectors(matrix, basis, rank);
  const regression = new RidgeRegression(dimension, rank);
  for (const [row, text] of texts.entries()) {
    const vector = new Float32Array(dimension);
    writeDocumentVector(text, vector, weights);
    regression.add(vector, latent.subarray(row * rank, (row + 1) * rank));
  }
  return {
    dimension,
    rank,
    weight: weightOf(texts.length),
    hashes,
    terms: quantiseRows(basis, rank),
    directions: quantiseColumns(regression.solve(), rank),
  };
}

/** Weight as stored, in 32 bits. */
const weightOf = (textCount: number): number =>
  Math.fround((MOST_WEIGHT * textCount ** 2) / (textCount ** 2 + TEXTS_FOR_HALF_WEIGHT ** 2));
