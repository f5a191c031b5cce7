import type { Filter, JsonObject } from "../../domain/index.ts";
import type { Effect } from "effect";
import type { PluginError } from "../../plugin-error.ts";

/** Frequencies above this one may be told as this one; the platform then counts for itself. */
export const MOST_TOLD_FREQUENCY = 4_096;

/** A passage as an index of terms has it. Its terms are to be kept as they are: the platform has analysed the text. */
export interface TermRecord {
  /** Unique in its collection: a letter or digit of ASCII up to 64 times. */
  readonly key: string;
  /** Sort key of equal scores, in code point order. Any Unicode text of up to 1,536 bytes; not unique. */
  readonly rank: string;
  /** How often it holds each term, from 1 on. A term is any text of 1 to 80 UTF-16 units without control characters. */
  readonly terms: ReadonlyMap<string, number>;
  /** Its length in terms, at least 1; not the sum of the frequencies. */
  readonly length: number;
  /** Its words, for `nearWords`; of the same form as terms. */
  readonly words: readonly string[];
  /** Metadata that filters see. */
  readonly metadata: JsonObject;
}

export interface WeightedTerm {
  readonly term: string;
  /** Above 0, at most 1. */
  readonly weight: number;
  /** About how many records hold it: what is rare may be looked for first. */
  readonly frequency: number;
}

/** Each term brings a record `weight * f / (f + base + slope * length)` for the frequency `f`; its score is the sum. */
export interface LengthWeight {
  readonly base: number;
  readonly slope: number;
}

export interface TermSearchRequest extends LengthWeight {
  /** At least one, each once; up to some thousand. */
  readonly terms: readonly WeightedTerm[];
  /** Terms that every hit holds, all of them. */
  readonly required?: readonly string[] | undefined;
  /** A boundary: no hit may lie outside, unless the result names what is left to check as `residual`. */
  readonly filter?: Filter | undefined;
  /** Only these records, at most `limit` of them. */
  readonly keys?: readonly string[] | undefined;
  /** Largest number of hits, 1 to `capabilities.maxTopK`. */
  readonly limit: number;
  /** Goes on behind the hits of an answer to the same request: its `next`. */
  readonly after?: string | undefined;
}

/** A record that holds one of the terms at least. */
export interface TermHit {
  readonly key: string;
  readonly length: number;
  /** How often it holds each of the request's terms, by their places; 0 where it doesn't. */
  readonly frequencies: readonly number[];
}

export interface TermSearchResult {
  /**
   * By score, highest first; equal scores by `rank`. The store's own scores may differ from the exact ones, which the
   * platform computes, as long as `bound` holds.
   */
  readonly hits: readonly TermHit[];
  /**
   * No record behind these hits has a higher score. Where it is the last hit's exact score, but for rounding to 32 bits, all that
   * score the same come by `rank`; it is above that by more than a millionth where they may come in another order.
   */
  readonly bound: number;
  /** Where the next hits begin; absent when there are none. */
  readonly next?: string;
  /** The part of the filter that the store could not apply exactly. The platform has the metadata to check it by. */
  readonly residual?: Filter;
}

/** A word of the collection, and about how many records hold it. */
export interface NearWord {
  readonly word: string;
  readonly count: number;
}

/**
 * Collections of terms, which a store may keep beside its collections of vectors: they share no names and no records. The
 * platform has the texts, and decides which records are still valid; a store proposes.
 *
 * Every call that names an unknown collection fails with `not_found`, also one whose records the backend has lost: the platform
 * then writes them again. What is written is durable and visible to every later call when the effect has ended.
 */
export interface TermIndexV1 {
  /** Makes the collection; does nothing if it is there. Names are as in `VectorCollectionSpec`. */
  ensureCollection(collection: string): Effect.Effect<void, PluginError>;
  /** Removes the collection with all it holds; does nothing if it is not there. */
  dropCollection(collection: string): Effect.Effect<void, PluginError>;
  /** Inserts or replaces by key, in batches of the backend's own; a failure may leave some of them written. */
  put(collection: string, records: readonly TermRecord[]): Effect.Effect<void, PluginError>;
  /** Removes what exists among `keys`. */
  remove(collection: string, keys: readonly string[]): Effect.Effect<void, PluginError>;
  /**
   * For each group, exactly how many records hold one of its terms or several. Groups have a term at least. Records with the
   * keys `without` don't count: up to some thousand, mostly none.
   */
  count(
    collection: string,
    groups: readonly (readonly string[])[],
    without: readonly string[],
  ): Effect.Effect<readonly number[], PluginError>;
  search(collection: string, request: TermSearchRequest): Effect.Effect<TermSearchResult, PluginError>;
  /**
   * For each of `words` the words of the collection that are `edits` (1 or 2) or fewer away: insert, delete, replace a
   * character, or swap two neighbours. The most frequent of them, some dozen; words of records that were removed may be
   * among them.
   */
  nearWords(
    collection: string,
    words: readonly string[],
    edits: number,
  ): Effect.Effect<readonly (readonly NearWord[])[], PluginError>;
}
