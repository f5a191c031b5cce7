import type { Filter, JsonObject } from "../../domain/index.ts";
import type { Effect } from "effect";
import type { PluginError } from "../../plugin-error.ts";

/** Cap on frequencies: higher ones may be reported as this one; the platform then counts them itself. */
export const MOST_TOLD_FREQUENCY = 4_096;

/** Passage in a term index. Store its terms unchanged: the platform has already analysed the text. */
export interface TermRecord {
  /** Key, unique in its collection: up to 64 ASCII letters or digits. */
  readonly key: string;
  /** Sort key for equal scores, in code point order. Any Unicode text of up to 1,536 bytes; not unique. */
  readonly rank: string;
  /**
   * Number of occurrences of each term in the passage, at least 1. A term is any text of 1 to 80 UTF-16 units without
   * control characters.
   */
  readonly terms: ReadonlyMap<string, number>;
  /** Length of the passage in terms, at least 1; not the sum of the frequencies. */
  readonly length: number;
  /** Words of the passage, for `nearWords`; same format as terms. */
  readonly words: readonly string[];
  /** Metadata for filters. */
  readonly metadata: JsonObject;
}

export interface WeightedTerm {
  readonly term: string;
  /** Weight above 0, at most 1. */
  readonly weight: number;
  /** Approximate number of records that contain the term; the store can look up rare terms first. */
  readonly frequency: number;
}

/**
 * Length normalisation. Each term adds `weight * f / (f + base + slope * length)` to a record's score, for the
 * frequency `f`.
 */
export interface LengthWeight {
  readonly base: number;
  readonly slope: number;
}

export interface TermSearchRequest extends LengthWeight {
  /** Terms to search for: at least one, no duplicates, up to some thousand. */
  readonly terms: readonly WeightedTerm[];
  /** Terms that every hit must contain, all of them. */
  readonly required?: readonly string[] | undefined;
  /** Access filter: every hit must match it, unless the result names the remaining condition as `residual`. */
  readonly filter?: Filter | undefined;
  /** Keys to which the search is restricted, at most `limit` of them. */
  readonly keys?: readonly string[] | undefined;
  /** Largest number of hits, 1 to `capabilities.maxTopK`. */
  readonly limit: number;
  /** Cursor: `next` of the previous result for the same request; the search continues after its hits. */
  readonly after?: string | undefined;
}

/** Record that contains at least one of the terms. */
export interface TermHit {
  readonly key: string;
  readonly length: number;
  /**
   * Number of occurrences of each of the request's terms, in the order of the request; 0 if the record does not contain
   * it.
   */
  readonly frequencies: readonly number[];
}

export interface TermSearchResult {
  /**
   * Hits by score, highest first; equal scores by `rank`. The store's own scores may differ from the exact ones, which
   * the platform computes, as long as `bound` is valid.
   */
  readonly hits: readonly TermHit[];
  /**
   * Upper bound: no record after these hits has a higher score. If it equals the last hit's exact score, apart from
   * rounding to 32 bits, all records of that score must be ordered by `rank`. If they can be in another order, it must
   * exceed that score by more than a millionth.
   */
  readonly bound: number;
  /** Cursor of the next hits; absent if there are none. */
  readonly next?: string;
  /** Part of the filter that the store could not apply exactly. The platform has the metadata to check it. */
  readonly residual?: Filter;
}

/** Word of the collection, with the approximate number of records that contain it. */
export interface NearWord {
  readonly word: string;
  readonly count: number;
}

/**
 * Collections of terms, which a store can have in addition to its collections of vectors: they share no names and no
 * records. The platform has the texts, and decides which records are still valid; the store only returns candidates.
 *
 * Every call that names an unknown collection fails with `not_found`, and so does one whose records the backend has
 * lost: the platform then writes them again. When an effect has ended, its writes are durable and visible to every
 * later call.
 */
export interface TermIndexV1 {
  /** Creates the collection; does nothing if it exists. Names are as in `VectorCollectionSpec`. */
  ensureCollection(collection: string): Effect.Effect<void, PluginError>;
  /** Deletes the collection with all its records; does nothing if it does not exist. */
  dropCollection(collection: string): Effect.Effect<void, PluginError>;
  /**
   * Inserts or replaces by key, in batches of the backend's own size; a failure can leave some of the records written.
   */
  put(collection: string, records: readonly TermRecord[]): Effect.Effect<void, PluginError>;
  /** Deletes the records that exist among `keys`. */
  remove(collection: string, keys: readonly string[]): Effect.Effect<void, PluginError>;
  /**
   * Returns for each group the exact number of records that contain at least one of its terms. Groups have at least one
   * term. Records with the keys `without` don't count: up to some thousand, usually none.
   */
  count(
    collection: string,
    groups: readonly (readonly string[])[],
    without: readonly string[],
  ): Effect.Effect<readonly number[], PluginError>;
  search(collection: string, request: TermSearchRequest): Effect.Effect<TermSearchResult, PluginError>;
  /**
   * Returns for each of `words` the words of the collection within an edit distance of `edits` (1 or 2): insert,
   * delete, replace a character, or swap two neighbours. Returns the most frequent of them, some dozen; words of
   * deleted records can be among them.
   */
  nearWords(
    collection: string,
    words: readonly string[],
    edits: number,
  ): Effect.Effect<readonly (readonly NearWord[])[], PluginError>;
}
