/** Parts of a static model: a vector per row, and the row of each token. */
export interface StaticModelParts {
  /** Returns the ids of a text's tokens, without those unknown to the model. */
  readonly tokensOf: (text: string) => readonly number[];
  /** Concatenated vectors. */
  readonly rows: Float32Array;
  readonly dimension: number;
  /** Row of each token; absent if a token's id is its row. */
  readonly rowOf?: Int32Array | undefined;
  /** Weight of each token's vector; absent if the vectors' lengths contain the weights. */
  readonly weights?: Float32Array | undefined;
}

/** Computes the mean of the vectors of a text's tokens, in linear time. */
export class StaticModel {
  readonly #parts: StaticModelParts;
  /** Double-precision sums, because a long text adds up thousands of vectors. */
  readonly #sums: Float64Array;

  constructor(parts: StaticModelParts) {
    this.#parts = parts;
    this.#sums = new Float64Array(parts.dimension);
  }

  /** Writes the unit vector of a text; all zero if the model knows none of its tokens. */
  embed(text: string, vector: Float32Array): void {
    const { tokensOf, rows, dimension, rowOf, weights } = this.#parts;
    const sums = this.#sums.fill(0);
    for (const token of tokensOf(text)) {
      const start = (rowOf === undefined ? token : rowOf[token]!) * dimension;
      const weight = weights === undefined ? 1 : weights[token]!;
      for (let position = 0; position < dimension; position++) sums[position]! += weight * rows[start + position]!;
    }
    let squares = 0;
    for (let position = 0; position < dimension; position++) squares += sums[position]! ** 2;
    // The mean's length is ignored: only its direction counts.
    const length = Math.sqrt(squares);
    if (length === 0) return;
    for (let position = 0; position < dimension; position++) vector[position] = sums[position]! / length;
  }
}
