import { slicesOf } from "@quarry/plugin/domain";
import { Context, Effect, Layer } from "effect";
import { type Kysely, sql } from "kysely";
import { Database, type DatabaseService } from "./database.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** A vector under the key of what it was made from. */
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
 * Vectors that were paid for. Every writer takes the row of the size first, so that writers of several processes queue
 * for it instead of waiting for each other's entries in a circle; readers wait for nobody.
 */
export interface EmbeddingCacheRepositoryService {
  /** Cached vectors of these keys, and the keys whose last use was noted in an earlier hour than `hour`. */
  readonly read: (keys: readonly string[], hour: number) => Effect.Effect<CacheReading, StoreError>;
  /** Keeps what isn't kept yet. Gives the size with it. */
  readonly put: (entries: readonly CachedVector[], hour: number) => Effect.Effect<EmbeddingCacheSize, StoreError>;
  /** Notes a use. */
  readonly touch: (keys: readonly string[], hour: number) => Effect.Effect<void, StoreError>;
  /** Removes at most `count` of those that were not used for longest. Gives the size without them. */
  readonly evict: (count: number) => Effect.Effect<EmbeddingCacheSize, StoreError>;
  readonly size: Effect.Effect<EmbeddingCacheSize, StoreError>;
}

export interface CacheReading {
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly stale: readonly string[];
}

export class EmbeddingCacheRepository extends Context.Service<
  EmbeddingCacheRepository,
  EmbeddingCacheRepositoryService
>()("@quarry/store/EmbeddingCacheRepository") {
  static readonly layer: Layer.Layer<EmbeddingCacheRepository, never, Database> = Layer.effect(
    EmbeddingCacheRepository,
    Effect.map(Database, (database) => makeRepository(database)),
  );
}

/** Keys in one statement: SQLite takes 32,766 values, and a packet of MySQL 16 MB of vectors. */
const KEYS_AT_ONCE = 500;
const VECTORS_AT_ONCE = 50;

/** Beside its vector an entry has a key and an hour, twice as these stand in the index too, and what the pages waste. */
const ENTRY_BYTES = 200;

const makeRepository = (database: DatabaseService): EmbeddingCacheRepositoryService => ({
  read: (keys, hour) => read(database, keys, hour),
  put: (entries, hour) => put(database, entries, hour),
  touch: (keys, hour) => touch(database, keys, hour),
  evict: (count) => evict(database, count),
  size: readSize(database),
});

const lockSize = (database: DatabaseService, within: Transaction) =>
  database.run(
    (kysely) =>
      kysely
        .updateTable("embedding_cache_size")
        .set({ entries: sql<number>`entries` })
        .where("id", "=", 1)
        .execute(),
    within,
  );

const readSize = (database: DatabaseService, within?: Transaction) => {
  const row = within === undefined ? database.read(selectSize) : database.run(selectSize, within);
  // MySQL's driver may give a bigint as text.
  return Effect.map(row, ({ entries, bytes }) => ({ entries: Number(entries), bytes: Number(bytes) }));
};

const addToSize = (database: DatabaseService, entries: number, bytes: number, within: Transaction) =>
  database.run(
    (kysely) =>
      kysely
        .updateTable("embedding_cache_size")
        .set({ entries: sql<number>`entries + ${entries}`, bytes: sql<number>`bytes + ${bytes}` })
        .where("id", "=", 1)
        .execute(),
    within,
  );

/** A transaction that has the size's row to itself. Its reads come after the lock, so they see what was committed. */
const alone = <A>(database: DatabaseService, body: (transaction: Transaction) => Effect.Effect<A, StoreError>) =>
  database.transaction((transaction) => Effect.andThen(lockSize(database, transaction), body(transaction)));

const read = Effect.fnUntraced(function* (database: DatabaseService, keys: readonly string[], hour: number) {
  const vectors = new Map<string, Float32Array>();
  const stale: string[] = [];
  for (const part of slicesOf(keys, KEYS_AT_ONCE)) {
    const rows = yield* database.read((kysely) =>
      kysely.selectFrom("embedding_cache").select(["id", "vector", "used_hour"]).where("id", "in", part).execute(),
    );
    for (const { id, vector, used_hour } of rows) {
      vectors.set(id, toVector(vector));
      if (used_hour < hour) stale.push(id);
    }
  }
  return { vectors, stale };
});

const put = (database: DatabaseService, entries: readonly CachedVector[], hour: number) =>
  alone(
    database,
    Effect.fnUntraced(function* (transaction) {
      const distinct = new Map(entries.map(({ key, vector }) => [key, vector]));
      for (const part of slicesOf([...distinct.keys()], KEYS_AT_ONCE)) {
        const known = yield* database.run(
          (kysely) => kysely.selectFrom("embedding_cache").select("id").where("id", "in", part).execute(),
          transaction,
        );
        for (const { id } of known) distinct.delete(id);
      }
      for (const part of slicesOf([...distinct], VECTORS_AT_ONCE)) {
        const rows = part.map(([id, vector]) => ({ id, vector: toBytes(vector), used_hour: hour }));
        yield* database.run((kysely) => kysely.insertInto("embedding_cache").values(rows).execute(), transaction);
      }
      const bytes = [...distinct.values()].reduce((sum, { byteLength }) => sum + byteLength + ENTRY_BYTES, 0);
      if (distinct.size > 0) yield* addToSize(database, distinct.size, bytes, transaction);
      return yield* readSize(database, transaction);
    }),
  );

const touch = (database: DatabaseService, keys: readonly string[], hour: number) =>
  alone(database, (transaction) =>
    Effect.forEach(
      slicesOf(keys, KEYS_AT_ONCE),
      (part) =>
        database.run(
          (kysely) =>
            kysely
              .updateTable("embedding_cache")
              .set({ used_hour: hour })
              .where("id", "in", part)
              .where("used_hour", "<", hour)
              .execute(),
          transaction,
        ),
      { discard: true },
    ),
  );

const evict = (database: DatabaseService, count: number) =>
  alone(
    database,
    Effect.fnUntraced(function* (transaction) {
      const oldest = yield* database.run(
        (kysely) =>
          kysely
            .selectFrom("embedding_cache")
            .select(["id", sql<number>`length(vector)`.as("bytes")])
            .orderBy("used_hour")
            .orderBy("id")
            .limit(count)
            .execute(),
        transaction,
      );
      const ids = oldest.map(({ id }) => id);
      for (const part of slicesOf(ids, KEYS_AT_ONCE)) {
        yield* database.run(
          (kysely) => kysely.deleteFrom("embedding_cache").where("id", "in", part).execute(),
          transaction,
        );
      }
      const bytes = oldest.reduce((sum, entry) => sum + Number(entry.bytes) + ENTRY_BYTES, 0);
      if (ids.length > 0) yield* addToSize(database, -ids.length, -bytes, transaction);
      return yield* readSize(database, transaction);
    }),
  );

const selectSize = (kysely: Kysely<Tables>) =>
  kysely.selectFrom("embedding_cache_size").select(["entries", "bytes"]).where("id", "=", 1).executeTakeFirstOrThrow();

// Little-endian, as every machine that Node runs on is.
const toBytes = (vector: Float32Array): Uint8Array => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** A copy: what the driver gives need not lie at a multiple of four bytes, and may be a part of something larger. */
const toVector = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
