import { BoundedMap } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { DatabaseService } from "./database.ts";
import type { StoreError } from "./store-error.ts";

/**
 * LRU cache of records that is valid until the database may have changed: any commit empties it. The version must be
 * read before the record, so that a commit in between is noticed at the next read. Missing records are not cached.
 */
export class RecordCache<Value> {
  readonly #records: BoundedMap<string, Value>;
  #version: number | undefined;

  /** `limit` is the maximum number of records. The least recently used one is evicted first. */
  constructor(limit: number) {
    this.#records = new BoundedMap(limit);
  }

  /** Returns the cached value of the key, if it was read in this version of the database. */
  get(key: string, version: number): Value | undefined {
    if (version !== this.#version) {
      this.#records.clear();
      this.#version = version;
      return undefined;
    }
    return this.#records.get(key);
  }

  /** Caches a record that was read after `version`. Dropped if another version was seen since. */
  set(key: string, version: number, value: Value): void {
    if (version === this.#version) this.#records.set(key, value);
  }
}

/**
 * Wraps a read: it returns the identical value as long as nothing was committed. If that can't be determined, it always
 * reads.
 */
export const cachedRead = <Value>(
  database: DatabaseService,
  limit: number,
  read: (key: string) => Effect.Effect<Value, StoreError>,
): ((key: string) => Effect.Effect<Value, StoreError>) => {
  const cache = new RecordCache<Value>(limit);
  return (key) =>
    Effect.suspend(() => {
      const version = database.version();
      if (version === undefined) return read(key);
      const cached = cache.get(key, version);
      if (cached !== undefined) return Effect.succeed(cached);
      return Effect.map(read(key), (value) => {
        if (value !== undefined) cache.set(key, version, value);
        return value;
      });
    });
};
