import { slicesOf } from "@quarry/plugin/domain";
import { Context, Effect, Layer } from "effect";
import { type Kysely, sql } from "kysely";
import { Database, type DatabaseService } from "./database.ts";
import { inTransaction } from "./in-transaction.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";

/** Vector under the key of its input. */
export interface CachedVector {
  /** At most 191 ASCII characters. */
  readonly key: string;
  readonly vector: Float32Array;
}

export interface EmbeddingCacheSize {
  readonly entries: number;
  /** Estimated size of the entries in the database, index included. */
  readonly bytes: number;
}

/**
 * Cache of vectors whose computation was paid for. Every writer locks the size row first, so that writers of several
 * processes queue for it instead of deadlocking on each other's entries. Readers never wait.
 */
export interface EmbeddingCacheRepositoryService {
  /** Cached vectors of these keys, and the keys whose last recorded use was in an earlier hour than `hour`. */
  readonly read: (keys: readonly string[], hour: number) => Effect.Effect<CacheReading, StoreError>;
  /** Inserts the entries that are not cached yet. Returns the new size. */
  readonly put: (entries: readonly CachedVector[], hour: number) => Effect.Effect<EmbeddingCacheSize, StoreError>;
  /** Records a use. */
  readonly touch: (keys: readonly string[], hour: number) => Effect.Effect<void, StoreError>;
  /** Removes up to `count` least recently used entries. Returns the new size. */
  readonly evict: (count: number) => Effect.Effect<EmbeddingCacheSize, StoreError>;
  readonly size: Effect.Effect<EmbeddingCacheSize, StoreError>;
}

export interface CacheReading {
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly stale: readonly string[];
}

/** Keys per statement: SQLite accepts 32,766 values, and a MySQL packet 16 MB of vectors. */
const KEYS_PER_QUERY = 500;
const VECTORS_PER_INSERT = 50;

/**
 * Estimated overhead of an entry besides its vector: key and hour, both stored in the index as well, and unused page
 * space.
 */
const ENTRY_OVERHEAD_BYTES = 200;

const makeRepository = (database: DatabaseService): EmbeddingCacheRepositoryService => ({
  read: Effect.fnUntraced(function* (keys, hour) {
    const vectors = new Map<string, Float32Array>();
    const stale: string[] = [];
    for (const batch of slicesOf(keys, KEYS_PER_QUERY)) {
      const rows = yield* database.read((kysely) =>
        kysely.selectFrom("embedding_cache").select(["id", "vector", "used_hour"]).where("id", "in", batch).execute(),
      );
      for (const { id, vector, used_hour } of rows) {
        vectors.set(id, toVector(vector));
        if (used_hour < hour) stale.push(id);
      }
    }
    return { vectors, stale };
  }),
  put: (entries, hour) =>
    withSizeLock(database, async (kysely) => {
      const uncached = new Map(entries.map(({ key, vector }) => [key, vector]));
      for (const batch of slicesOf([...uncached.keys()], KEYS_PER_QUERY)) {
        const known = await kysely.selectFrom("embedding_cache").select("id").where("id", "in", batch).execute();
        for (const { id } of known) uncached.delete(id);
      }
      for (const batch of slicesOf([...uncached], VECTORS_PER_INSERT)) {
        const rows = batch.map(([id, vector]) => ({ id, vector: toBytes(vector), used_hour: hour }));
        await kysely.insertInto("embedding_cache").values(rows).execute();
      }
      const bytes = [...uncached.values()].reduce((sum, { byteLength }) => sum + byteLength + ENTRY_OVERHEAD_BYTES, 0);
      if (uncached.size > 0) await addToSize(kysely, uncached.size, bytes);
      return selectSize(kysely);
    }),
  touch: (keys, hour) =>
    withSizeLock(database, async (kysely) => {
      for (const batch of slicesOf(keys, KEYS_PER_QUERY)) {
        await kysely
          .updateTable("embedding_cache")
          .set({ used_hour: hour })
          .where("id", "in", batch)
          .where("used_hour", "<", hour)
          .execute();
      }
    }),
  evict: (count) =>
    withSizeLock(database, async (kysely) => {
      const oldest = await kysely
        .selectFrom("embedding_cache")
        .select(["id", sql<number>`length(vector)`.as("bytes")])
        .orderBy("used_hour")
        .orderBy("id")
        .limit(count)
        .execute();
      const ids = oldest.map(({ id }) => id);
      for (const batch of slicesOf(ids, KEYS_PER_QUERY)) {
        await kysely.deleteFrom("embedding_cache").where("id", "in", batch).execute();
      }
      const bytes = oldest.reduce((sum, entry) => sum + Number(entry.bytes) + ENTRY_OVERHEAD_BYTES, 0);
      if (ids.length > 0) await addToSize(kysely, -ids.length, -bytes);
      return selectSize(kysely);
    }),
  size: database.read(selectSize),
});

export class EmbeddingCacheRepository extends Context.Service<
  EmbeddingCacheRepository,
  EmbeddingCacheRepositoryService
>()("@quarry/store/EmbeddingCacheRepository") {
  static readonly layer = Layer.effect(EmbeddingCacheRepository, Effect.map(Database, makeRepository));
}

/** Runs a transaction that locks the size row. Its reads come after the lock, so they see committed data. */
const withSizeLock = <A>(database: DatabaseService, body: (kysely: Kysely<Tables>) => Promise<A>) =>
  inTransaction(database, async (kysely) => {
    await addToSize(kysely, 0, 0);
    return body(kysely);
  });

const addToSize = (kysely: Kysely<Tables>, entries: number, bytes: number) =>
  kysely
    .updateTable("embedding_cache_size")
    .set({ entries: sql<number>`entries + ${entries}`, bytes: sql<number>`bytes + ${bytes}` })
    .where("id", "=", 1)
    .execute();

const selectSize = async (kysely: Kysely<Tables>): Promise<EmbeddingCacheSize> => {
  const size = kysely.selectFrom("embedding_cache_size").select(["entries", "bytes"]).where("id", "=", 1);
  const { entries, bytes } = await size.executeTakeFirstOrThrow();
  // MySQL's driver can return a bigint as text.
  return { entries: Number(entries), bytes: Number(bytes) };
};

// Little-endian, like every machine that Node runs on.
const toBytes = (vector: Float32Array): Uint8Array => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** Copies the bytes: the driver's buffer may be unaligned (not at a multiple of four bytes) or part of a larger one. */
const toVector = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
