import { BoundedMap } from "@quarry/plugin/domain";

/** Cache of one collection's segments, by segment number. Several values of a segment have different names. */
export interface CollectionSegmentCache<Value> {
  /** Returns a value; reads and adds it if it is missing. */
  readonly ensure: (segment: number, read: () => Value, name?: string) => Value;
}

/**
 * LRU cache of what a thread read from segments of all collections, limited by memory. Segments are immutable, so
 * entries never become stale.
 */
export class SegmentCache<Value extends { readonly byteLength: number }> {
  readonly #values: BoundedMap<string, { readonly value: Value; readonly bytes: number }>;
  #lastCollection = 0;

  constructor(maxBytes: number) {
    this.#values = new BoundedMap(maxBytes, { weigh: ({ bytes }) => bytes });
  }

  /** Returns a view of the cache for one collection. Each call is for another collection. */
  collection(): CollectionSegmentCache<Value> {
    const collection = ++this.#lastCollection;
    return {
      ensure: (segment, read, name = "") =>
        this.#values.ensure(`${collection}/${segment}/${name}`, () => {
          const value = read();
          return { value, bytes: value.byteLength };
        }).value,
    };
  }
}
