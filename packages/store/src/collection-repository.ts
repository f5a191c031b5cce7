import { alreadyExists, type DomainError, notFound } from "@quarry/plugin/domain";
import { Context, Effect, Layer } from "effect";
import {
  collectionFromRow,
  type CollectionPatch,
  collectionPatchRow,
  type CollectionRecord,
  lowerAscii,
  type NewCollection,
  newCollectionRow,
  type SearchedCollection,
} from "./collection.ts";
import { findWrongCounters, findWrongStatuses, recount } from "./collection-counters.ts";
import { Database, type DatabaseService } from "./database.ts";
import { inTransaction } from "./in-transaction.ts";
import { now } from "./now.ts";
import { cachedRead } from "./record-cache.ts";
import { removeCollection, removeDocumentsOf } from "./remove-collection.ts";
import { countRows, type Page, type PageRequest } from "./page.ts";
import type { StoreError } from "./store-error.ts";
import type { CollectionsTable } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

export interface CollectionListRequest extends PageRequest {
  /** Only names with this prefix, ignoring case. `%` and `_` are ordinary characters. */
  readonly namePrefix?: string;
  /** Only these names, if they exist: for a caller that must not learn of others. */
  readonly names?: readonly string[];
}

export interface CollectionRepositoryService {
  /** Fails with `already_exists` if the name is taken, including by a concurrent creation. */
  readonly insert: (
    collection: NewCollection,
    within?: Transaction,
  ) => Effect.Effect<CollectionRecord, DomainError | StoreError>;
  readonly findByName: (name: string) => Effect.Effect<CollectionRecord | undefined, StoreError>;
  /** Finds a collection together with the changes in progress that a query must know of, in one statement. */
  readonly findSearched: (name: string) => Effect.Effect<SearchedCollection | undefined, StoreError>;
  readonly findById: (id: string) => Effect.Effect<CollectionRecord | undefined, StoreError>;
  /** Lists collections, oldest first. */
  readonly list: (request: CollectionListRequest) => Effect.Effect<Page<CollectionRecord>, StoreError>;
  /** Fails with `not_found` if the collection does not exist. */
  readonly update: (
    id: string,
    patch: CollectionPatch,
    within?: Transaction,
  ) => Effect.Effect<CollectionRecord, DomainError | StoreError>;
  /**
   * Deletes the collection and the jobs that work on it in one transaction, together with the writes of `followUp`:
   * the job that removes the rest later. Returns undefined, and does nothing, if the collection does not exist. The
   * duration does not depend on the number of documents: they can't be found from then on, and `removeDocuments`
   * deletes them.
   */
  readonly remove: <E, R>(
    id: string,
    followUp: (transaction: Transaction, removed: CollectionRecord) => Effect.Effect<void, E, R>,
    within?: Transaction,
  ) => Effect.Effect<CollectionRecord | undefined, StoreError | E, R>;
  /**
   * Deletes the documents of a removed collection, and their jobs, a few at a time. Does nothing while the collection
   * exists.
   */
  readonly removeDocuments: (id: string) => Effect.Effect<void, StoreError>;
  /**
   * Sets the collection's counters to the values counted from its documents. Returns false if they were correct. For
   * repairs: it reads every document. Correct even while other processes write.
   */
  readonly recount: (id: string) => Effect.Effect<boolean, StoreError>;
  /**
   * Recounts the collections whose counts by status are wrong: during a rolling update, processes of a version without
   * these counters write concurrently. Returns the number of corrected collections. Reads the documents that are not
   * ready.
   */
  readonly recountStatuses: Effect.Effect<number, StoreError>;
}

const makeRepository = (database: DatabaseService): CollectionRepositoryService => ({
  insert: Effect.fnUntraced(function* (collection, within) {
    const row = newCollectionRow(collection, yield* now);
    yield* database
      .run((kysely) => kysely.insertInto("collections").values(row).execute(), within)
      .pipe(
        Effect.mapError((error) =>
          // Accepts both spellings: SQLite names the column, MySQL the index.
          error.reason === "unique" && error.constraint?.endsWith("name") === true
            ? alreadyExists(`a collection named "${collection.name}" exists already`)
            : error,
        ),
      );
    return collectionFromRow(row);
  }),
  findByName: cachedRead(database, MAX_CACHED_COLLECTIONS, preparedFind(database, "name")),
  findSearched: cachedRead(database, MAX_CACHED_COLLECTIONS, preparedSearched(database)),
  findById: cachedRead(database, MAX_CACHED_COLLECTIONS, preparedFind(database, "id")),
  list: (request) => listCollections(database, request),
  update: Effect.fnUntraced(function* (id, patch, within) {
    const row = yield* inTransaction(
      database,
      async (kysely, time) => {
        await kysely.updateTable("collections").set(collectionPatchRow(patch, time)).where("id", "=", id).execute();
        return kysely.selectFrom("collections").selectAll().where("id", "=", id).executeTakeFirst();
      },
      within,
    );
    return row === undefined ? yield* notFound("the collection no longer exists") : collectionFromRow(row);
  }),
  remove: (id, followUp, within) => removeCollection(database, id, followUp, within),
  removeDocuments: (id) => removeDocumentsOf(database, id),
  recount: (id) => recountCollection(database, id),
  recountStatuses: recountStatuses(database),
});

export class CollectionRepository extends Context.Service<CollectionRepository, CollectionRepositoryService>()(
  "@quarry/store/CollectionRepository",
) {
  static readonly layer = Layer.effect(CollectionRepository, Effect.map(Database, makeRepository));
}

/** Collections scanned per query. */
const RECOUNT_BATCH = 200;

const recountStatuses = (database: DatabaseService) =>
  Effect.gen(function* () {
    let corrected = 0;
    for (let after: string | undefined = ""; after !== undefined;) {
      const last: string = after;
      const found = yield* database.read((kysely) => findWrongStatuses(kysely, last, RECOUNT_BATCH));
      for (const id of found.wrong) if (yield* recountCollection(database, id)) corrected += 1;
      after = found.last;
      // Yields to other work.
      yield* Effect.sleep(0);
    }
    return corrected;
  });

/** Locks a collection only if it looks wrong: others may be in use. */
const recountCollection = Effect.fnUntraced(function* (database: DatabaseService, id: string) {
  if ((yield* database.read((kysely) => findWrongCounters(kysely, id, false))) === undefined) return false;
  return yield* inTransaction(database, (kysely) => recount(kysely, database.dialect, id));
});

/**
 * Collections cached per lookup key, since nearly every request reads its collection. Each is a few kilobytes at most.
 */
const MAX_CACHED_COLLECTIONS = 1_000;

const preparedFind = (database: DatabaseService, column: "id" | "name") => {
  const find = database.prepareRead<CollectionsTable>((kysely, placeholder) =>
    kysely.selectFrom("collections").selectAll().where(column, "=", placeholder(0)),
  );
  return (value: string) =>
    Effect.map(find(value), ([row]) => (row === undefined ? undefined : collectionFromRow(row)));
};

const preparedSearched = (database: DatabaseService) => {
  const find = database.prepareRead<CollectionsTable & { readonly restoring: number }>((kysely, placeholder) =>
    kysely
      .selectFrom("collections")
      .selectAll()
      .select((select) =>
        select
          .exists(
            select
              .selectFrom("index_changes")
              .select("index_changes.id")
              .whereRef("index_changes.collection_id", "=", "collections.id")
              .where("index_changes.state", "=", "restoring"),
          )
          .$castTo<number>()
          .as("restoring"),
      )
      .where("name", "=", placeholder(0)),
  );
  return (name: string) =>
    Effect.map(find(name), ([row]): SearchedCollection | undefined =>
      row === undefined ? undefined : { ...collectionFromRow(row), isRestoring: row.restoring === 1 },
    );
};

/**
 * Sorts after every character that a name can contain, so that `[prefix, prefix + AFTER_NAMES)` means "starts with".
 */
const AFTER_NAMES = "~";

const listCollections = (database: DatabaseService, request: CollectionListRequest) =>
  database.read(async (kysely) => {
    let matching = kysely.selectFrom("collections");
    const prefix = lowerAscii(request.namePrefix ?? "");
    // A range over the lower-cased name is an index seek and needs no escaping, unlike LIKE.
    if (prefix !== "") {
      matching = matching.where("name_lower", ">=", prefix).where("name_lower", "<", prefix + AFTER_NAMES);
    }
    if (request.names !== undefined) matching = matching.where("name", "in", request.names);
    const { limit, offset } = request;
    const page = matching.selectAll().orderBy("created_at").orderBy("id").limit(limit).offset(offset);
    return { items: (await page.execute()).map(collectionFromRow), total: await countRows(matching) };
  });
