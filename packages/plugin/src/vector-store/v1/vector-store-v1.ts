import type { Filter, JsonObject } from "../../domain/index.ts";
import type { Effect } from "effect";
import type { PluginError } from "../../plugin-error.ts";
import type { TermIndexV1 } from "./term-index-v1.ts";

/**
 * Entry of a vector store. `id` is unique in its collection, at most 544 characters, any Unicode text: the store maps
 * it injectively to an id that its backend accepts. The platform makes it from the client's id of an entry and a
 * version.
 */
export interface VectorRecord {
  readonly id: string;
  /** Vector of unit length (the platform normalises, and rejects zero, NaN and infinite vectors). */
  readonly vector: Float32Array;
  /** Metadata for filters: any JSON object, including nested values, nulls and unusual keys; returned as given. */
  readonly metadata: JsonObject;
  /** Text that belongs to the vector; used by stores with native keyword search. "" if there is none. */
  readonly text: string;
}

/** Hit of a dense search. */
export interface VectorHit {
  readonly id: string;
  /** Cosine similarity in [-1, 1], converted from the backend's own measure. */
  readonly cosine: number;
  /** Present if the result names a residual, so that the caller can re-check it. */
  readonly metadata?: JsonObject;
}

export interface VectorSearchRequest {
  /** Vector of unit length and of the collection's dimension. */
  readonly vector: Float32Array;
  /** Largest number of hits, 1 to `capabilities.maxTopK`. */
  readonly topK: number;
  /** Access filter: every hit must match it, unless the result names the remaining condition as `residual`. */
  readonly filter?: Filter | undefined;
}

export interface VectorSearchResult {
  /**
   * Hits by cosine, highest first; equal cosines by id in code point order. Fewer than `topK` hits mean that there are
   * no more (within the part of the filter that the store could apply).
   */
  readonly hits: readonly VectorHit[];
  /** Part of the filter that the store could not apply exactly; every hit then has its metadata. */
  readonly residual?: Filter;
}

export interface VectorListRequest {
  readonly filter?: Filter | undefined;
  /** Position at which the previous page ended: its `nextCursor`. Absent for the first page. */
  readonly cursor?: string | undefined;
  /** Largest number of records on the page, 1 to 10,000. */
  readonly limit: number;
}

export interface VectorPage {
  /** Records in a stable order, each once over all pages if nothing is written meanwhile. */
  readonly records: readonly VectorRecord[];
  /** Cursor of the next page; absent on the last page. */
  readonly nextCursor?: string;
}

export interface VectorCollectionSpec {
  /**
   * Collection name `[a-z][a-z0-9_]{2,62}`, chosen by the platform; the store maps it injectively to a name that its
   * backend allows.
   */
  readonly collection: string;
  readonly dimension: number;
}

/**
 * Vector store, version 1. Cosine only. Every call that names an unknown collection fails with `not_found`.
 *
 * When the effect of a write has ended, the write is durable and visible to every later call (read your writes). Calls
 * can be concurrent, also for one collection. An interrupted effect may or may not have been applied.
 */
export interface VectorStoreV1 {
  /** Creates the collection; does nothing if it exists; `incompatible` if it exists with another dimension. */
  ensureCollection(spec: VectorCollectionSpec): Effect.Effect<void, PluginError>;
  /** Deletes the collection with all its records; does nothing if it does not exist. */
  dropCollection(collection: string): Effect.Effect<void, PluginError>;
  /**
   * Inserts, or replaces the whole entry (vector, metadata and text: nothing of the old one remains). All or nothing
   * per batch; of two records with one id the last wins. The store splits a batch to its backend's limits. `invalid` if
   * a vector's length is not the collection's dimension.
   */
  upsert(collection: string, records: readonly VectorRecord[]): Effect.Effect<void, PluginError>;
  /** Returns the records that exist among `ids`, in any order. */
  get(collection: string, ids: readonly string[]): Effect.Effect<readonly VectorRecord[], PluginError>;
  list(collection: string, request: VectorListRequest): Effect.Effect<VectorPage, PluginError>;
  /** Returns the exact number of records that match. */
  count(collection: string, filter?: Filter): Effect.Effect<number, PluginError>;
  /** Deletes the records that exist among `ids`; returns their number. */
  deleteByIds(collection: string, ids: readonly string[]): Effect.Effect<number, PluginError>;
  /** Deletes all records that match, so that `count(collection, filter)` is 0 afterwards; returns their number. */
  deleteByFilter(collection: string, filter: Filter): Effect.Effect<number, PluginError>;
  search(collection: string, request: VectorSearchRequest): Effect.Effect<VectorSearchResult, PluginError>;
  /**
   * Optional: returns the cosine that a search with this vector (unit length) gives, for each record that exists among
   * `ids`. Without it, the platform reads the records themselves, vectors and texts, for every hybrid query.
   */
  cosines?(
    collection: string,
    vector: Float32Array,
    ids: readonly string[],
  ): Effect.Effect<ReadonlyMap<string, number>, PluginError>;
  /**
   * Term search of this store, if `capabilities.searchesTerms` is true. Otherwise it is absent, or every call fails
   * with `incompatible`.
   */
  readonly terms?: TermIndexV1;
  /** Fails if the backend can't serve right now. Must return or fail within 5 s. */
  readonly health: Effect.Effect<void, PluginError>;
}
