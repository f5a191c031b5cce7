import { BoundedMap } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { DatabaseService } from "./database.ts";
import type { StoreError } from "./store-error.ts";

/**
 * Caches records exactly as long as the database can't have changed: any commit empties the cache. The version has to
 * be read before the record is, so that a commit in between is noticed at the next read. Missing records are not
 * cached.
 */
export class RecordCache<Value> {
  readonly #records: BoundedMap<string, Value>;
  #version: number | undefined;

  /** `limit` is the number of records kept; the least recently used goes first. */
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

  /** Keeps a record that was read after `version` was; dropped when another version has been seen since. */
  set(key: string, version: number, value: Value): void {
    if (version === this.#version) this.#records.set(key, value);
  }
}

/** A read that gives the very same value as long as nothing was committed; where that can't be told, it always reads. */
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
      const known = cache.get(key, version);
      if (known !== undefined) return Effect.succeed(known);
      return Effect.map(read(key), (value) => {
        if (value !== undefined) cache.set(key, version, value);
        return value;
      });
    });
};
