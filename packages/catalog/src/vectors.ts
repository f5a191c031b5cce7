import { describeValue, type DomainError, invalidArgument, limits, slicesOf } from "@quarry/plugin/domain";
import { PassageIndex } from "@quarry/search";
import type { CollectionRecord } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { refusing } from "./refusing.ts";
import { type CheckedVector, checkVector, type VectorEntry } from "./check-vectors.ts";
import { CollectionIndex } from "./collection-index.ts";
import { Collections } from "./collections.ts";
import type { WriteFailure } from "./vector-writes/write-services.ts";
import { VectorWrites } from "./vector-writes/vector-writes.ts";

export interface VectorsShape {
  /**
   * Inserts or replaces whole entries; of several with one id the last wins. `invalid_argument` names the first entry
   * that can't be written, and then none is. Gives the number of ids. The next query sees them, in every mode or, where
   * nobody was told that they are written, in none.
   */
  upsert(collectionName: string, entries: readonly VectorEntry[]): Effect.Effect<number, WriteFailure>;
  /** Gives how many there were. Ids of documents' chunks are left alone and not counted: a document is deleted whole. */
  remove(collectionName: string, ids: readonly string[]): Effect.Effect<number, WriteFailure>;
}

/** Numbers checked before others get a turn: about a millisecond of arithmetic. */
const NUMBERS_AT_ONCE = 131_072;

/** Ids deleted at a time, all of them or none: as many as can be written at a time. */
const REMOVED_AT_ONCE = limits.MAX_UPSERT_VECTORS;

/** Vectors that clients write themselves, past ingestion. */
export class Vectors extends Context.Service<Vectors, VectorsShape>()("@quarry/catalog/Vectors") {
  static readonly layer: Layer.Layer<Vectors, never, Collections | CollectionIndex | VectorWrites | PassageIndex> =
    Layer.effect(
      Vectors,
      Effect.gen(function* () {
        const collections = yield* Collections;
        const index = yield* CollectionIndex;
        const passages = yield* PassageIndex;
        const writes = yield* VectorWrites;

        const chunkIdsAmong = (collectionId: string, ids: readonly string[]) => {
          const suspects = [...new Set(ids.filter(mayBeChunkId))];
          if (suspects.length === 0) return Effect.succeed<ReadonlySet<string>>(new Set());
          return Effect.map(
            passages.get(collectionId, suspects),
            (found): ReadonlySet<string> =>
              new Set(found.filter(({ documentId }) => documentId !== "").map(({ id }) => id)),
          );
        };

        const refuseChunkIds = Effect.fnUntraced(function* (collectionId: string, entries: readonly VectorEntry[]) {
          const ids = entries.map(({ id }) => id);
          const taken = yield* chunkIdsAmong(collectionId, ids);
          const at = taken.size === 0 ? -1 : ids.findIndex((id) => taken.has(id));
          if (at >= 0) return yield* chunkIdTaken(at, entries[at]!.id);
        });

        // Untraced: a span with its stack costs as much as checking a vector, for every record that comes alone.
        const upsert = Effect.fnUntraced(function* (collectionName: string, entries: readonly VectorEntry[]) {
          yield* checkCount(entries.length);
          const collection = yield* collections.get(collectionName);
          const distinct = yield* checkAll(entries, collection.dimension);
          const store = Effect.gen(function* () {
            yield* index.ensure(collection);
            yield* refuseChunkIds(collection.id, entries);
            yield* writes.upsert(collection, distinct);
          });
          // Deleted meanwhile: that is "not found", whatever the stores say about what is missing.
          yield* Effect.tapError(store, () => collections.get(collectionName));
          return distinct.length;
        });

        const removeSome = Effect.fnUntraced(function* (collection: CollectionRecord, ids: readonly string[]) {
          const chunks = yield* chunkIdsAmong(collection.id, ids);
          const direct = ids.filter((id) => !chunks.has(id));
          return direct.length === 0 ? 0 : yield* writes.remove(collection, direct);
        });

        const remove = Effect.fn("Vectors.remove")(function* (collectionName: string, ids: readonly string[]) {
          const collection = yield* collections.get(collectionName);
          // Longer ones can't exist, and a store need not take them.
          const distinct = [...new Set(ids)].filter((id) => id !== "" && id.length <= limits.MAX_VECTOR_ID_LENGTH);
          const counts = index.ensure(collection).pipe(
            Effect.andThen(
              Effect.forEach(slicesOf(distinct, REMOVED_AT_ONCE), (batch) => removeSome(collection, batch)),
            ),
            Effect.tapError(() => collections.get(collectionName)),
          );
          return (yield* counts).reduce((sum, count) => sum + count, 0);
        });

        return { upsert, remove };
      }),
    );
}

const checkCount = (count: number): Effect.Effect<void, DomainError> =>
  count >= 1 && count <= limits.MAX_UPSERT_VECTORS
    ? Effect.void
    : Effect.fail(invalidArgument(`vectors: must have 1 to ${limits.MAX_UPSERT_VECTORS} items, got ${count}`));

/** All entries, checked; of several with one id only the last. */
const checkAll = Effect.fnUntraced(function* (entries: readonly VectorEntry[], dimension: number) {
  const checked = new Map<string, CheckedVector>();
  const atOnce = Math.ceil(NUMBERS_AT_ONCE / dimension);
  for (let start = 0; start < entries.length; start += atOnce) {
    if (start > 0) yield* Effect.yieldNow;
    yield* refusing(() => {
      entries.slice(start, start + atOnce).forEach((entry, offset) => {
        checked.set(entry.id, checkVector(entry, start + offset, dimension));
      });
    });
  }
  return [...checked.values()];
});

// Chunk ids are name-based UUIDs. What doesn't look like one needs no look-up.
const CHUNK_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const mayBeChunkId = (id: string): boolean => CHUNK_ID.test(id);

const chunkIdTaken = (index: number, id: string): DomainError =>
  invalidArgument(`vectors[${index}].id: ${describeValue(id)} is a chunk of a document and can't be overwritten`);
