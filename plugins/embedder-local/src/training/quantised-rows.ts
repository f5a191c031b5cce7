/**
 * Rows of numbers with scalar quantisation: each row has bytes and one scale. It takes a quarter of the memory without
 * changing any ranking.
 */
export interface QuantisedRows {
  readonly scales: Float32Array;
  /** `scales.length` rows of the same width. */
  readonly values: Int8Array;
}

const LARGEST = 127;

export function quantiseRows(rows: Float64Array, width: number): QuantisedRows {
  const scales = new Float32Array(rows.length / width);
  const values = new Int8Array(rows.length);
  for (let row = 0; row < scales.length; row++) {
    const start = row * width;
    let largest = 0;
    for (let column = 0; column < width; column++) largest = Math.max(largest, Math.abs(rows[start + column]!));
    scales[row] = largest / LARGEST;
    if (largest === 0) continue;
    for (let column = 0; column < width; column++)
      values[start + column] = Math.round((rows[start + column]! / largest) * LARGEST);
  }
  return { scales, values };
}

/** Scalar quantisation with one scale per column. */
export interface QuantisedColumns {
  readonly scales: Float32Array;
  /** Row by row, each of `scales.length` numbers. */
  readonly values: Int8Array;
}

export function quantiseColumns(rows: Float64Array, width: number): QuantisedColumns {
  const scales = new Float32Array(width);
  const values = new Int8Array(rows.length);
  for (let column = 0; column < width; column++) {
    let largest = 0;
    for (let at = column; at < rows.length; at += width) largest = Math.max(largest, Math.abs(rows[at]!));
    scales[column] = largest / LARGEST;
    if (largest === 0) continue;
    for (let at = column; at < rows.length; at += width) values[at] = Math.round((rows[at]! / largest) * LARGEST);
  }
  return { scales, values };
}

/** Returns the weighted sum of the columns. */
export function sumOfColumns({ scales, values }: QuantisedColumns, weights: Float32Array): Float32Array {
  const width = scales.length;
  const factors = Float64Array.from(weights, (weight, column) => weight * scales[column]!);
  const sum = new Float32Array(values.length / width);
  for (let row = 0, at = 0; row < sum.length; row++) {
    let total = 0;
    for (let column = 0; column < width; column++, at++) total += factors[column]! * values[at]!;
    sum[row] = total;
  }
  return sum;
}

/** Adds a weighted row to a vector of the rows' width. */
export function addRow({ scales, values }: QuantisedRows, row: number, weight: number, vector: Float32Array): void {
  const width = vector.length;
  const factor = weight * scales[row]!;
  for (let column = 0; column < width; column++) vector[column]! += factor * values[row * width + column]!;
}
