import { RIDGE } from "./training-limits.ts";

/**
 * Linear map from the collection's vectors to their texts' coordinates in the latent space: `dimension` rows of `width`
 * numbers. The product of a stored vector with a column approximates the text's coordinate, with the least error over
 * all texts. Ridge regression: where the texts give no evidence, the map stays small.
 */
export class RidgeRegression {
  readonly #dimension: number;
  readonly #width: number;
  /** Sum of the outer products of the vectors with themselves; the lower triangle only. */
  readonly #products: Float64Array;
  /** Sum of the outer products of the vectors with the targets, `width` numbers per row. */
  readonly #targets: Float64Array;

  constructor(dimension: number, width: number) {
    this.#dimension = dimension;
    this.#width = width;
    this.#products = new Float64Array(dimension * dimension);
    this.#targets = new Float64Array(dimension * width);
  }

  add(vector: Float32Array, target: Float64Array): void {
    const filled: number[] = [];
    for (let column = 0; column < vector.length; column++) if (vector[column] !== 0) filled.push(column);
    for (const [count, row] of filled.entries()) {
      const value = vector[row]!;
      const to = row * this.#dimension;
      for (let other = 0; other <= count; other++) {
        const column = filled[other]!;
        this.#products[to + column]! += value * vector[column]!;
      }
      const targetsTo = row * this.#width;
      for (let column = 0; column < this.#width; column++)
        this.#targets[targetsTo + column]! += value * target[column]!;
    }
  }

  /** Solves the regression. Consumes the added data. */
  solve(): Float64Array {
    const dimension = this.#dimension;
    let trace = 0;
    for (let column = 0; column < dimension; column++) trace += this.#products[column * dimension + column]!;
    const ridge = (RIDGE * trace) / dimension;
    for (let column = 0; column < dimension; column++) this.#products[column * dimension + column]! += ridge;
    factorise(this.#products, dimension);
    substitute(this.#products, this.#targets, dimension, this.#width);
    return this.#targets;
  }
}

/** Cholesky factorisation, in place; yields the lower triangle. */
function factorise(matrix: Float64Array, size: number): void {
  for (let row = 0; row < size; row++) {
    const to = row * size;
    for (let column = 0; column <= row; column++) {
      const other = column * size;
      let rest = matrix[to + column]!;
      for (let index = 0; index < column; index++) rest -= matrix[to + index]! * matrix[other + index]!;
      matrix[to + column] = row === column ? Math.sqrt(rest) : rest / matrix[other + column]!;
    }
  }
}

/** Solves both triangular systems for all right-hand sides, in place. */
function substitute(triangle: Float64Array, sides: Float64Array, size: number, width: number): void {
  for (let row = 0; row < size; row++) {
    for (let earlier = 0; earlier < row; earlier++)
      subtractRow(sides, row * width, earlier * width, triangle[row * size + earlier]!, width);
    divideRow(sides, row * width, triangle[row * size + row]!, width);
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let later = row + 1; later < size; later++)
      subtractRow(sides, row * width, later * width, triangle[later * size + row]!, width);
    divideRow(sides, row * width, triangle[row * size + row]!, width);
  }
}

function subtractRow(sides: Float64Array, to: number, from: number, factor: number, width: number): void {
  for (let column = 0; column < width; column++) sides[to + column]! -= factor * sides[from + column]!;
}

function divideRow(sides: Float64Array, to: number, divisor: number, width: number): void {
  for (let column = 0; column < width; column++) sides[to + column]! /= divisor;
}
