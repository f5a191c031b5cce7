import { type AccessFilter, boundedFilter, CurrentCaller } from "@quarry/index";
import type { Filter, JsonObject } from "@quarry/plugin/domain";
import type { CollectionRecord } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import type { VectorEntry } from "./check-vectors.ts";
import { type DeletedEntries, deleteIds, deleteMatching, type DeletionOptions } from "./direct/delete-entries.ts";
import { type EntryPage, type EntryRange, getEntries, listEntries, type StoredEntry } from "./direct/read-entries.ts";
import { boundedSelection, type Selection } from "./direct/selection.ts";
import { updateEntries } from "./direct/update-entries.ts";
import { vectorServices } from "./direct/vector-services.ts";
import { checkCount, type OnConflict, writeEntries, type WrittenEntries } from "./direct/write-entries.ts";
import { makeBeginOperation } from "./operations/begin-operation.ts";
import type { WriteFailure } from "./vector-writes/write-services.ts";

export interface VectorsShape {
  /**
   * Inserts or replaces whole entries, or acts by `onConflict`. Fails with `invalid_argument` that names the first
   * invalid entry, or with `already_exists` that names the first existing one; then none is written. The next query
   * sees all of them in every mode. If the write was not confirmed to the caller, it may see none.
   */
  upsert(
    collectionName: string,
    entries: readonly VectorEntry[],
    onConflict?: OnConflict,
  ): Effect.Effect<WrittenEntries, WriteFailure>;
  /**
   * Returns the existing entries among `ids`, in order. Ids of documents' chunks are ignored, here and in all methods.
   */
  get(
    collectionName: string,
    ids: readonly string[],
    withVectors: boolean,
  ): Effect.Effect<readonly StoredEntry[], WriteFailure>;
  list(collectionName: string, range: EntryRange): Effect.Effect<EntryPage, WriteFailure>;
  count(collectionName: string, filter?: Filter): Effect.Effect<number, WriteFailure>;
  /**
   * Applies a merge patch (RFC 7396) to the metadata of entries, atomically; vectors and texts stay. Returns how many
   * existed. Fails with `invalid_argument` for more than 1,000.
   */
  update(collectionName: string, selection: Selection, patch: JsonObject): Effect.Effect<number, WriteFailure>;
  /** Deletes the entries with these ids. Returns how many existed. */
  deleteByIds(collectionName: string, ids: readonly string[]): Effect.Effect<number, WriteFailure>;
  /** Deletes the entries that match now, or all without a filter. For more than 1,000, an operation does it. */
  deleteMatching(
    collectionName: string,
    filter: Filter | undefined,
    options: DeletionOptions,
  ): Effect.Effect<DeletedEntries, WriteFailure>;
}

/** Entries that clients write directly, without ingestion, restricted by the caller's access filter. */
export class Vectors extends Context.Service<Vectors, VectorsShape>()("@quarry/catalog/Vectors") {
  static readonly layer = Layer.effect(
    Vectors,
    Effect.gen(function* () {
      const services = yield* vectorServices;
      const begin = yield* makeBeginOperation;
      const { collections, index, passages } = services;

      /** Reports a collection deleted meanwhile as "not found", whatever error the stores return. */
      const of = <A>(collectionName: string, work: Effect.Effect<A, WriteFailure>) =>
        Effect.tapError(work, () => collections.get(collectionName));

      /** Runs work on a collection, with the caller's access filter. */
      const onCollection = <A>(
        collectionName: string,
        work: (collection: CollectionRecord, accessFilter: AccessFilter | undefined) => Effect.Effect<A, WriteFailure>,
      ) =>
        Effect.gen(function* () {
          const collection = yield* collections.get(collectionName);
          const { accessFilter } = yield* CurrentCaller;
          return yield* of(collectionName, work(collection, accessFilter));
        });

      const ensure = (collection: CollectionRecord, withVectors: boolean) =>
        withVectors ? index.ensure(collection) : index.ensurePassages(collection);

      return {
        // Untraced: a span with its stack costs as much as checking a vector, for every single-entry write.
        upsert: Effect.fnUntraced(function* (collectionName, entries, onConflict = "replace") {
          yield* checkCount(entries.length);
          return yield* onCollection(collectionName, (collection, accessFilter) =>
            writeEntries(services, collection, entries, onConflict, accessFilter),
          );
        }),
        get: Effect.fn("Vectors.get")(function* (collectionName, ids, withVectors) {
          return yield* onCollection(collectionName, (collection, accessFilter) =>
            Effect.andThen(
              ensure(collection, withVectors),
              getEntries(services, collection, ids, withVectors, accessFilter?.filter),
            ),
          );
        }),
        list: Effect.fn("Vectors.list")(function* (collectionName, range) {
          return yield* onCollection(collectionName, (collection, accessFilter) =>
            Effect.andThen(
              ensure(collection, range.withVectors),
              listEntries(services, collection, { ...range, filter: boundedFilter(accessFilter, range.filter) }),
            ),
          );
        }),
        count: Effect.fn("Vectors.count")(function* (collectionName, filter) {
          return yield* onCollection(collectionName, (collection, accessFilter) =>
            Effect.andThen(
              index.ensurePassages(collection),
              Effect.map(
                passages.countDirect(collection.id, boundedFilter(accessFilter, filter)),
                ({ count }) => count,
              ),
            ),
          );
        }),
        update: Effect.fn("Vectors.update")(function* (collectionName, selection, patch) {
          const { accessFilter } = yield* CurrentCaller;
          const bounded = boundedSelection(accessFilter, selection);
          return yield* of(collectionName, updateEntries(services, collectionName, bounded, patch, accessFilter));
        }),
        deleteByIds: Effect.fn("Vectors.deleteByIds")(function* (collectionName, ids) {
          return yield* onCollection(collectionName, (collection, accessFilter) =>
            deleteIds(services, collection, ids, accessFilter?.filter),
          );
        }),
        deleteMatching: Effect.fn("Vectors.deleteMatching")(function* (collectionName, filter, options) {
          return yield* onCollection(collectionName, (collection, accessFilter) =>
            deleteMatching(services, begin, collection, boundedFilter(accessFilter, filter), options),
          );
        }),
      };
    }),
  );
}
