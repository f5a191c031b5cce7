/** Vectors by what was embedded. */
export interface EmbeddingCacheTable {
  /** Digest of everything that the vector depends on. */
  id: string;
  /** Float32, little-endian. */
  vector: Uint8Array;
  /** Hour of the last use since 1970. Coarse, so that an entry that is used all day is written a few times. */
  used_hour: number;
}

/** One row: the size of `embedding_cache`. Writers lock it first. */
export interface EmbeddingCacheSizeTable {
  id: number;
  entries: number;
  bytes: number;
}

/**
 * State that the embedder of a collection has learned from it. `number` grows with each fit, the counters are as of the
 * fit.
 */
export interface EmbedderTrainingsTable {
  collection_id: string;
  number: number;
  provider: string;
  model: string;
  dimension: number;
  method: string;
  chunk_count: number;
  chunk_churn: number;
}

/** The bytes of a fit, in order of `piece`. */
export interface EmbedderTrainingSegmentsTable {
  collection_id: string;
  piece: number;
  data: Uint8Array;
}
