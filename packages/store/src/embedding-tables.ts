/** Vectors by their input. */
export interface EmbeddingCacheTable {
  /** Digest of all inputs that determine the vector. */
  id: string;
  /** Float32, little-endian. */
  vector: Uint8Array;
  /** Hour of the last use since 1970. Coarse, so that an entry used all day is written only a few times. */
  used_hour: number;
}

/** Single row with the size of `embedding_cache`. Writers lock it first. */
export interface EmbeddingCacheSizeTable {
  id: number;
  entries: number;
  bytes: number;
}

/**
 * State that the embedder of a collection has learned from it (a fit). `number` increases with each fit. The counters
 * are as of the fit.
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

/** Bytes of a fit, in the order of `piece`. */
export interface EmbedderTrainingSegmentsTable {
  collection_id: string;
  piece: number;
  data: Uint8Array;
}
