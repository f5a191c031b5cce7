import type { Effect, Redacted } from "effect";
import type { PluginError } from "../../plugin-error.ts";

/** Whether a text is stored or asked: many models treat the two differently. */
export type EmbedInputType = "document" | "query";

export interface EmbeddingModel {
  readonly name: string;
  /** The dimension when none is asked for. */
  readonly dimension: number;
  /** The dimensions that may be asked for; absent when the model has just its one. */
  readonly dimensionRange?: { readonly minimum: number; readonly maximum: number };
  /** Most tokens (o200k-like) of one input; the platform's chunks never exceed it. Absent: no limit. */
  readonly maxInputTokens?: number;
  readonly description: string;
}

/** How common some terms are in a collection. */
export interface TermFrequencies {
  /** Number of chunks in the collection. */
  readonly documentCount: number;
  /** Number of chunks that hold each term; 0 for a term that the collection doesn't know. In the order asked. */
  readonly documentFrequencies: readonly number[];
}

/** Term statistics of the collection, for embedders that weigh words by their rarity in it. */
export interface TermStatistics {
  /** The collection as it is now. Each call is a look into the index: ask once, for all terms; no terms are none. */
  read(terms: readonly string[]): Effect.Effect<TermFrequencies, PluginError>;
  /**
   * How keyword search of the collection reads a query: with the words that it holds in place of those that it doesn't hold
   * and takes for misspelt. Queries come to `embed` as they were written. Absent where nothing is repaired.
   */
  repair?(query: string): Effect.Effect<RepairedText, PluginError>;
}

/** A query with its repairs; as it was where there are none. */
export interface RepairedText {
  readonly text: string;
  /** In the order of the text; words in lower case, without accents. */
  readonly repairs: readonly { readonly word: string; readonly replacement: string }[];
}

export interface EmbedRequest {
  readonly model: string;
  readonly dimension: number;
  readonly inputType: EmbedInputType;
  /** 1 to `capabilities.maxBatchTexts` texts, none blank. */
  readonly texts: readonly string[];
  /** The collection's own key; absent when neither collection nor server has one. */
  readonly credential?: Redacted.Redacted<string> | undefined;
  /** Present when `capabilities.usesTermStatistics`. */
  readonly statistics?: TermStatistics | undefined;
  /**
   * Latest result of `fit` for the collection, by this `capabilities.fitting.method` for this model and dimension. With
   * queries only, and not before the collection was fitted. The same bytes are the same object from call to call.
   */
  readonly fit?: Uint8Array | undefined;
}

/** A sample of a collection's texts, to learn from what its queries' vectors can be helped by. */
export interface FitRequest {
  readonly model: string;
  readonly dimension: number;
  /** As they were embedded as documents; as many as `capabilities.fitting` says. */
  readonly texts: readonly string[];
}

export interface EmbedResult {
  /**
   * One vector per text, in order, of unit length. A vector may be all zero only if the text has nothing that the
   * model knows.
   */
  readonly vectors: readonly Float32Array[];
}

/** Computes vectors from text, version 1. Retries, batching and pacing are the platform's. */
export interface EmbedderV1 {
  embed(request: EmbedRequest): Effect.Effect<EmbedResult, PluginError>;
  /**
   * Learns from a collection's texts; there when `capabilities.fitting` is. What it gives is kept with the collection and
   * handed to `embed` with its queries. The vectors of documents don't depend on it: they stay what they are. It may take
   * minutes, but not of the thread it is called on; interrupted, it ends soon. The same texts teach the same.
   */
  fit?(request: FitRequest): Effect.Effect<Uint8Array, PluginError>;
  /** Fails when the embedder can't serve right now; must not cost money. */
  readonly health: Effect.Effect<void, PluginError>;
}
