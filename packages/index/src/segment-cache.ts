import { BoundedMap } from "@quarry/plugin/domain";

/** Cache of one collection's segments, by segment number. Several values of a segment have different names. */
export interface CollectionSegmentCache<Value> {
  readonly get: (segment: number, name?: string) => Value | undefined;
  readonly set: (segment: number, value: Value, name?: string) => void;
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
    const keyOf = (segment: number, name = ""): string => `${collection}/${segment}/${name}`;
    return {
      get: (segment, name) => this.#values.get(keyOf(segment, name))?.value,
      set: (segment, value, name) => this.#values.set(keyOf(segment, name), { value, bytes: value.byteLength }),
    };
  }
}
