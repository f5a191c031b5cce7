/** Identity of a fit: the vectors that it is for, and its method. A fit of another identity is of no use. */
export interface TrainingMethod {
  readonly provider: string;
  readonly model: string;
  readonly dimension: number;
  readonly method: string;
}

/** State that an embedder has learned from a collection. */
export interface EmbedderTraining extends TrainingMethod {
  /** Grows with each fit of the collection. */
  readonly number: number;
  /** Empty when nothing could be learned. */
  readonly bytes: Uint8Array;
}

/** A collection as far as it matters to fits. */
export interface TrainableCollection {
  readonly collectionId: string;
  readonly provider: string;
  readonly model: string;
  readonly dimension: number;
  /** Chunks of its documents now. */
  readonly chunkCount: number;
  /** Chunks that were ever added or removed: what has changed since a fit is the difference. */
  readonly chunkChurn: number;
  /** At its last fit, by whatever maker; undefined before the first. */
  readonly trained:
    | { readonly chunkCount: number; readonly chunkChurn: number; readonly maker: TrainingMethod }
    | undefined;
}

export type NewEmbedderTraining = TrainingMethod &
  Pick<TrainableCollection, "collectionId" | "chunkCount" | "chunkChurn"> & { readonly bytes: Uint8Array };
