import { mix } from "../hashed-vector.ts";
import { POWER_STEPS } from "./training-limits.ts";
import { type TermMatrix, times, transposedTimes } from "./term-matrix.ts";

/**
 * Returns an orthonormal basis of the directions in which the texts differ most (latent semantic analysis by randomised
 * subspace iteration): terms by `rank`, row by row. The initial values derive from the terms' hashes, so that the same
 * texts yield the same basis in any order.
 */
export function latentBasis(matrix: TermMatrix, rank: number): Float64Array {
  const { hashes } = matrix;
  let basis: Float64Array = new Float64Array(hashes.length * rank);
  for (const [row, hash] of hashes.entries())
    for (let column = 0; column < rank; column++)
      basis[row * rank + column] = mix(hash + Math.imul(column, SPREAD)) / HALF - 1;
  orthonormalise(basis, rank);
  for (let step = 0; step < POWER_STEPS; step++) {
    basis = transposedTimes(matrix, times(matrix, basis, rank), rank);
    orthonormalise(basis, rank);
  }
  return basis;
}

const SPREAD = 0x9e3779b9;
const HALF = 2 ** 31;

/** Twice: a single pass leaves a non-orthogonal remainder for nearly parallel columns. */
const ORTHOGONALISATIONS = 2;

/** Threshold below which a column, relative to its previous length, is zero except for rounding errors. */
const NOTHING = 1e-9;

/** Orthonormalises the columns in place (Gram-Schmidt). Linearly dependent columns become zero. */
function orthonormalise(basis: Float64Array, rank: number): void {
  const rows = basis.length / rank;
  // Contiguous columns, because the loops below read them repeatedly.
  const columns = Array.from({ length: rank }, (_, index) =>
    Float64Array.from({ length: rows }, (_, row) => basis[row * rank + index]!),
  );
  for (const [index, column] of columns.entries()) {
    const before = lengthOf(column);
    for (let round = 0; round < ORTHOGONALISATIONS; round++)
      for (let earlier = 0; earlier < index; earlier++) subtractShare(column, columns[earlier]!);
    const length = lengthOf(column);
    const scale = length <= before * NOTHING ? 0 : 1 / length;
    for (let row = 0; row < rows; row++) basis[row * rank + index] = column[row]! *= scale;
  }
}

function subtractShare(column: Float64Array, unit: Float64Array): void {
  let share = 0;
  for (let row = 0; row < column.length; row++) share += column[row]! * unit[row]!;
  for (let row = 0; row < column.length; row++) column[row]! -= share * unit[row]!;
}

function lengthOf(column: Float64Array): number {
  let squares = 0;
  for (let row = 0; row < column.length; row++) squares += column[row]! * column[row]!;
  return Math.sqrt(squares);
}

/** Returns the coordinates of the texts in the latent space, `rank` numbers each, of unit length (or zero). */
export function latentVectors(matrix: TermMatrix, basis: Float64Array, rank: number): Float64Array {
  const latent = times(matrix, basis, rank);
  for (let start = 0; start < latent.length; start += rank) {
    const place = latent.subarray(start, start + rank);
    const length = lengthOf(place);
    if (length > 0) for (let at = 0; at < rank; at++) place[at]! /= length;
  }
  return latent;
}
