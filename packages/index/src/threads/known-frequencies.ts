import { BoundedMap } from "@quarry/plugin/domain";

/** Cached statistics of one collection since its last write. */
export interface KnownFrequencies {
  documentCount: number | undefined;
  readonly byTerm: Map<string, number>;
  /** Paths of a filter that exist in some passage, by the paths and the caller's access filter. */
  readonly heldPaths: BoundedMap<string, readonly string[]>;
}

const COLLECTIONS_KEPT = 64;
/** Per collection, some 100 bytes each. People ask with the same words again and again. */
const TERMS_KEPT = 4_096;
/** Per collection, some names each, and the boundary. */
const HELD_KEPT = 16;

/**
 * Term frequencies, and paths of metadata, of collections in which nothing was written since they were read, to save the way to
 * the reading thread. Right as long as every write goes through this process and calls `forget` when it begins and when it ends.
 */
export class FrequencyMemory {
  readonly #collections = new BoundedMap<string, KnownFrequencies>(COLLECTIONS_KEPT);

  /**
   * Returns the cache entry to read from and add to. Take it before reading: statistics that are read during a write go
   * into an entry that is dropped when the write ends.
   */
  of(collectionId: string): KnownFrequencies {
    const known = this.#collections.get(collectionId);
    if (known !== undefined && known.byTerm.size > TERMS_KEPT) this.forget(collectionId);
    return this.#collections.ensure(collectionId, () => ({
      documentCount: undefined,
      byTerm: new Map(),
      heldPaths: new BoundedMap(HELD_KEPT),
    }));
  }

  forget(collectionId: string): void {
    this.#collections.delete(collectionId);
  }
}
