import type { EmbeddingModel } from "./embedder-v1.ts";

/** Capabilities of an embedder, readable without opening it. */
export interface EmbedderCapabilities {
  /** The models it is known to have, the default first. */
  readonly models: readonly EmbeddingModel[];
  /** Whether other model names may be asked for (they then need an explicit dimension). */
  readonly otherModels: boolean;
  /** Whether a credential is needed to embed. */
  readonly credential: "required" | "optional" | "none";
  readonly maxBatchTexts: number;
  /** Most tokens of one batch, summed over its texts. */
  readonly maxBatchTokens: number;
  readonly usesTermStatistics: boolean;
  /** Present when it learns from a collection's texts (`EmbedderV1.fit`). The platform decides when. */
  readonly fitting?: FittingCapabilities;
  /** Weight of the semantic score in hybrid search, 0 to 1, where neither collection nor query says another. */
  readonly hybridAlpha: number;
  /** Present when the weight is another in small collections. Default: `hybridAlpha` in all. */
  readonly smallCollections?: SmallCollectionCapabilities;
}

/**
 * Weight of the semantic score in collections of few chunks, where keyword statistics tell little: near `hybridAlpha` in
 * the smallest, half way to the general one at `halfAtChunks`, and the general one in large collections.
 */
export interface SmallCollectionCapabilities {
  /** 0 to 1. */
  readonly hybridAlpha: number;
  readonly halfAtChunks: number;
}

/** Needs of an embedder that learns from a collection. */
export interface FittingCapabilities {
  /** Names what it learns, and in which form: what another method has learned is not used. At most 191 characters. */
  readonly method: string;
  /** A collection with fewer texts is not fitted. */
  readonly minTexts: number;
  /** Of a collection with more, that many are taken as a sample. */
  readonly maxTexts: number;
  /** Collections of other dimensions are not fitted. */
  readonly minDimension: number;
  readonly maxDimension: number;
}
