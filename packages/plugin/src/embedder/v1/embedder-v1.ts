import type { Effect, Redacted } from "effect";
import type { PluginError } from "../../plugin-error.ts";

/** Whether a text is a stored document or a query: many models treat the two differently. */
export type EmbedInputType = "document" | "query";

export interface EmbeddingModel {
  readonly name: string;
  /** Dimension if none is requested. */
  readonly dimension: number;
  /** Range of dimensions that can be requested; absent if the model has only the one. */
  readonly dimensionRange?: { readonly minimum: number; readonly maximum: number };
  /** Most tokens (o200k-like) of one input; the platform's chunks never exceed it. Absent: no limit. */
  readonly maxInputTokens?: number;
  readonly description: string;
}

/** Document frequencies of some terms in a collection. */
export interface TermFrequencies {
  /** Number of chunks in the collection. */
  readonly documentCount: number;
  /**
   * Number of chunks that contain each term, in the order requested; 0 for a term that the collection doesn't contain.
   */
  readonly documentFrequencies: readonly number[];
}

/** Term statistics of the collection, for embedders that weight terms by their rarity in it. */
export interface TermStatistics {
  /**
   * Reads the current state of the collection. Each call is an index lookup: make one call for all terms. An empty list
   * gives an empty list.
   */
  read(terms: readonly string[]): Effect.Effect<TermFrequencies, PluginError>;
  /**
   * Returns the query as the collection's keyword search reads it: words that the collection doesn't contain and that
   * are considered misspelt are replaced by words that it contains. `embed` receives queries as they were written.
   * Absent if nothing is repaired.
   */
  repair?(query: string): Effect.Effect<RepairedText, PluginError>;
}

/** Query with its repairs; unchanged if there are none. */
export interface RepairedText {
  readonly text: string;
  /** Repairs in the order of the text; words in lower case, without accents. */
  readonly repairs: readonly { readonly word: string; readonly replacement: string }[];
}

export interface EmbedRequest {
  readonly model: string;
  readonly dimension: number;
  readonly inputType: EmbedInputType;
  /** 1 to `capabilities.maxBatchTexts` texts, none blank. */
  readonly texts: readonly string[];
  /** The collection's own key; absent if neither the collection nor the server has one. */
  readonly credential?: Redacted.Redacted<string> | undefined;
  /** Present if `capabilities.usesTermStatistics`. */
  readonly statistics?: TermStatistics | undefined;
  /**
   * Latest result of `fit` for the collection, from this `capabilities.fitting.method` for this model and dimension.
   * Passed with queries only, and only once the collection is fitted. The same bytes are the same object from call to
   * call.
   */
  readonly fit?: Uint8Array | undefined;
}

/** Sample of a collection's texts, from which the embedder learns to improve the vectors of its queries. */
export interface FitRequest {
  readonly model: string;
  readonly dimension: number;
  /** Texts as they were embedded as documents; their number is within the bounds of `capabilities.fitting`. */
  readonly texts: readonly string[];
}

export interface EmbedResult {
  /**
   * One vector per text, in order, of unit length. A vector may be all zero only if the text contains nothing that the
   * model knows.
   */
  readonly vectors: readonly Float32Array[];
}

/** Computes vectors from text, version 1. The platform does retries, batching and rate limiting. */
export interface EmbedderV1 {
  embed(request: EmbedRequest): Effect.Effect<EmbedResult, PluginError>;
  /**
   * Learns from a collection's texts; present if `capabilities.fitting` is. The result is stored with the collection
   * and passed to `embed` with its queries. Document vectors don't depend on it and stay unchanged. It can take
   * minutes, but must not block the calling thread; if interrupted, it must end soon. Deterministic: the same texts
   * give the same result.
   */
  fit?(request: FitRequest): Effect.Effect<Uint8Array, PluginError>;
  /** Fails if the embedder can't serve right now; must not cost money. */
  readonly health: Effect.Effect<void, PluginError>;
}
