import type { QuantisedColumns, QuantisedRows } from "./quantised-rows.ts";

/** Training result of a collection's texts: the words that go together, and the directions of texts with such words. */
export interface Fit {
  /** Dimension of the vectors it was made for. */
  readonly dimension: number;
  readonly rank: number;
  /** Weight of the training's part in a query's vector, beside the vector's own 1. */
  readonly weight: number;
  /** `murmur3` of the terms it knows, ascending. */
  readonly hashes: Uint32Array;
  /** The terms' rows in the latent space. */
  readonly terms: QuantisedRows;
  /** Columns, one for each direction of the latent space: the direction among the collection's vectors. */
  readonly directions: QuantisedColumns;
}
