/** Identity of a fit: the vectors that it is for, and its method. A fit of another identity is useless. */
export interface TrainingMethod {
  readonly provider: string;
  readonly model: string;
  readonly dimension: number;
  readonly method: string;
}

/** State that an embedder has learned from a collection (a fit). */
export interface EmbedderTraining extends TrainingMethod {
  /** Fit number, which increases with each fit of the collection. */
  readonly number: number;
  /** Empty if nothing could be learned. */
  readonly bytes: Uint8Array;
}

/** Collection with the fields that matter to fits. */
export interface TrainableCollection {
  readonly collectionId: string;
  readonly provider: string;
  readonly model: string;
  readonly dimension: number;
  /** Current number of chunks. */
  readonly chunkCount: number;
  /** Number of chunks ever added or removed. The difference to the value at a fit is the change since. */
  readonly chunkChurn: number;
  /** Values at its last fit, by any maker. Undefined before the first. */
  readonly trained:
    | { readonly chunkCount: number; readonly chunkChurn: number; readonly maker: TrainingMethod }
    | undefined;
}

export type NewEmbedderTraining = TrainingMethod &
  Pick<TrainableCollection, "collectionId" | "chunkCount" | "chunkChurn"> & { readonly bytes: Uint8Array };
