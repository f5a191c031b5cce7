import type { QuantisedColumns, QuantisedRows } from "./quantised-rows.ts";

/** Training result of a collection's texts: related words, and the directions of texts with these words. */
export interface Fit {
  /** Dimension of the vectors that it was trained for. */
  readonly dimension: number;
  readonly rank: number;
  /** Weight of the trained part in a query's vector, relative to 1 for the vector itself. */
  readonly weight: number;
  /** `murmur3` of the known terms, ascending. */
  readonly hashes: Uint32Array;
  /** The terms' rows in the latent space. */
  readonly terms: QuantisedRows;
  /** Columns, one per direction of the latent space: its direction in the collection's vector space. */
  readonly directions: QuantisedColumns;
}
