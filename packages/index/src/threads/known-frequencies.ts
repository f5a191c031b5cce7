import { BoundedMap } from "@quarry/plugin/domain";

/** Cached statistics of one collection since its last write. */
export interface CachedFrequencies {
  documentCount: number | undefined;
  readonly byTerm: Map<string, number>;
  /** Paths of a filter that exist in some passage, by the paths and the caller's access filter. */
  readonly existingPaths: BoundedMap<string, readonly string[]>;
}

const MAX_COLLECTIONS = 64;
/** Cached terms per collection, some 100 bytes each. Users search with the same words again and again. */
const MAX_TERMS = 4_096;
/** Cached path lists per collection: a few names each, and the access filter. */
const MAX_PATH_LISTS = 16;

/**
 * Cache of term frequencies and metadata paths of collections without writes since they were read. It saves a call to
 * the reader thread. It stays correct as long as every write goes through this process and calls `forget` at its
 * beginning and end.
 */
export class FrequencyCache {
  readonly #collections = new BoundedMap<string, CachedFrequencies>(MAX_COLLECTIONS);

  /**
   * Returns the cache entry to read from and add to. Take it before reading: statistics that are read during a write go
   * into an entry that is dropped when the write ends.
   */
  of(collectionId: string): CachedFrequencies {
    const known = this.#collections.get(collectionId);
    if (known !== undefined && known.byTerm.size > MAX_TERMS) this.forget(collectionId);
    return this.#collections.ensure(collectionId, () => ({
      documentCount: undefined,
      byTerm: new Map(),
      existingPaths: new BoundedMap(MAX_PATH_LISTS),
    }));
  }

  forget(collectionId: string): void {
    this.#collections.delete(collectionId);
  }
}
