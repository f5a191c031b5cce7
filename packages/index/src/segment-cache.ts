import { BoundedMap } from "@quarry/plugin/domain";

/** Cache of one collection's segments, by their number; of several things of a segment, each has a name. */
export interface CachedOfSegments<Value> {
  readonly get: (segment: number, name?: string) => Value | undefined;
  readonly set: (segment: number, value: Value, name?: string) => void;
}

/** LRU cache of what a thread read of segments of all collections, within a bound of memory: a segment never changes, so it stays right. */
export class SegmentCache<Value extends { readonly byteLength: number }> {
  readonly #values: BoundedMap<string, { readonly value: Value; readonly bytes: number }>;
  #lastCollection = 0;

  constructor(maxBytes: number) {
    this.#values = new BoundedMap(maxBytes, { weigh: ({ bytes }) => bytes });
  }

  /** Each call is for another collection. */
  collection(): CachedOfSegments<Value> {
    const collection = ++this.#lastCollection;
    const keyOf = (segment: number, name = ""): string => `${collection}/${segment}/${name}`;
    return {
      get: (segment, name) => this.#values.get(keyOf(segment, name))?.value,
      set: (segment, value, name) => this.#values.set(keyOf(segment, name), { value, bytes: value.byteLength }),
    };
  }
}
