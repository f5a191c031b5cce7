import type { EmbeddingModel } from "./embedder-v1.ts";

/** Capabilities of an embedder, readable without opening it. */
export interface EmbedderCapabilities {
  /** Known models, the default first. */
  readonly models: readonly EmbeddingModel[];
  /** Whether other model names can be requested (they then need an explicit dimension). */
  readonly otherModels: boolean;
  /** Whether a credential is needed to embed. */
  readonly credential: "required" | "optional" | "none";
  readonly maxBatchTexts: number;
  /** Most tokens of one batch, summed over its texts. */
  readonly maxBatchTokens: number;
  readonly usesTermStatistics: boolean;
  /**
   * Present if the embedder learns from a collection's texts (`EmbedderV1.fit`). The platform decides when it is
   * called.
   */
  readonly fitting?: FittingCapabilities;
  /** Weight of the semantic score in hybrid search, 0 to 1, unless the collection or the query sets another. */
  readonly hybridAlpha: number;
  /** Present if small collections need a different weight. Default: `hybridAlpha` in all collections. */
  readonly smallCollections?: SmallCollectionCapabilities;
}

/**
 * Weight of the semantic score in collections of few chunks, where keyword statistics are unreliable: near this
 * `hybridAlpha` in the smallest, half way to the general one at `halfAtChunks`, and the general one in large
 * collections.
 */
export interface SmallCollectionCapabilities {
  /** Weight in the smallest collections, 0 to 1. */
  readonly hybridAlpha: number;
  readonly halfAtChunks: number;
}

/** Requirements of an embedder that learns from a collection. */
export interface FittingCapabilities {
  /** Name of the method and of its output format: output of another method is not used. At most 191 characters. */
  readonly method: string;
  /** Minimum number of texts: a smaller collection is not fitted. */
  readonly minTexts: number;
  /** Maximum number of texts: from a larger collection, a sample of this size is taken. */
  readonly maxTexts: number;
  /** Collections of other dimensions are not fitted. */
  readonly minDimension: number;
  readonly maxDimension: number;
}
