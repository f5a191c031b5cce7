import type { Filter, JsonObject } from "../../domain/index.ts";
import type { Effect } from "effect";
import type { PluginError } from "../../plugin-error.ts";
import type { TermIndexV1 } from "./term-index-v1.ts";

/**
 * One entry of a vector store. `id` is unique in its collection, at most 544 characters, any Unicode text: the store
 * maps it to what its backend takes, injectively. It is the platform's: what a client calls an entry, and a version of it.
 */
export interface VectorRecord {
  readonly id: string;
  /** Unit length (the platform normalises and refuses zero, NaN and infinite vectors). */
  readonly vector: Float32Array;
  /** Metadata that filters see: any JSON object, nested values, nulls and unusual keys included; returned as given. */
  readonly metadata: JsonObject;
  /** The text that belongs to the vector; used by stores with native keyword search. "" when there is none. */
  readonly text: string;
}

/** A hit of a dense search. */
export interface VectorHit {
  readonly id: string;
  /** Cosine similarity in [-1, 1], recovered from whatever the backend measures. */
  readonly cosine: number;
  /** Present when the result names a residual, so that the caller can re-check it. */
  readonly metadata?: JsonObject;
}

export interface VectorSearchRequest {
  /** Unit length, of the collection's dimension. */
  readonly vector: Float32Array;
  /** Largest number of hits, 1 to `capabilities.maxTopK`. */
  readonly topK: number;
  /** A boundary: no hit may lie outside, unless the result names what is left to check as `residual`. */
  readonly filter?: Filter | undefined;
}

export interface VectorSearchResult {
  /**
   * By cosine, highest first; equal cosines by id in code point order. Fewer than `topK` hits means that there are
   * no more (within what the store could filter by).
   */
  readonly hits: readonly VectorHit[];
  /** The part of the filter that the store could not apply exactly; every hit then carries its metadata. */
  readonly residual?: Filter;
}

export interface VectorListRequest {
  readonly filter?: Filter | undefined;
  /** Where the last page ended: its `nextCursor`. Absent for the first page. */
  readonly cursor?: string | undefined;
  /** Largest number of records on the page, 1 to 10,000. */
  readonly limit: number;
}

export interface VectorPage {
  /** In a stable order, each record once over all pages when nothing is written meanwhile. */
  readonly records: readonly VectorRecord[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface VectorCollectionSpec {
  /** `[a-z][a-z0-9_]{2,62}`, chosen by the platform; the store maps it to its backend's rules, injectively. */
  readonly collection: string;
  readonly dimension: number;
}

/**
 * A place for vectors, version 1. Cosine only. Every call that names an unknown collection fails with `not_found`.
 *
 * A write is durable and visible to every later call when its effect has ended (read your writes). Calls may come
 * concurrently, for one collection too. An interrupted effect may or may not have had its result.
 */
export interface VectorStoreV1 {
  /** Makes the collection; does nothing if it is there; `incompatible` if it is there with another dimension. */
  ensureCollection(spec: VectorCollectionSpec): Effect.Effect<void, PluginError>;
  /** Removes the collection with all it holds; does nothing if it is not there. */
  dropCollection(collection: string): Effect.Effect<void, PluginError>;
  /**
   * Inserts, or replaces the whole entry (vector, metadata and text: nothing of the old one stays). All of the batch
   * or nothing; of two records with one id the last wins. The store splits a batch to its backend's limits.
   * `invalid` when a vector's length is not the collection's dimension.
   */
  upsert(collection: string, records: readonly VectorRecord[]): Effect.Effect<void, PluginError>;
  /** The records that exist among `ids`, in no certain order. */
  get(collection: string, ids: readonly string[]): Effect.Effect<readonly VectorRecord[], PluginError>;
  list(collection: string, request: VectorListRequest): Effect.Effect<VectorPage, PluginError>;
  /** Exact number of records that match. */
  count(collection: string, filter?: Filter): Effect.Effect<number, PluginError>;
  /** Deletes what exists among `ids`; gives how many there were. */
  deleteByIds(collection: string, ids: readonly string[]): Effect.Effect<number, PluginError>;
  /** Deletes all that match; when it ends, `count(collection, filter)` is 0. Gives how many there were. */
  deleteByFilter(collection: string, filter: Filter): Effect.Effect<number, PluginError>;
  search(collection: string, request: VectorSearchRequest): Effect.Effect<VectorSearchResult, PluginError>;
  /**
   * Optional: the cosine that a search with this vector (unit length) gives each record that exists among `ids`. Without
   * it the platform reads the records themselves, vectors and texts, for every hybrid query.
   */
  cosines?(
    collection: string,
    vector: Float32Array,
    ids: readonly string[],
  ): Effect.Effect<ReadonlyMap<string, number>, PluginError>;
  /** As `capabilities.searchesTerms` says: words are searched here. Else it is absent, or every call fails with `incompatible`. */
  readonly terms?: TermIndexV1;
  /** Fails when the backend can't serve right now. Must answer or fail within 5 s. */
  readonly health: Effect.Effect<void, PluginError>;
}
