import { Effect } from "effect";
import type { Kysely } from "kysely";
import { collectionFromRow, type CollectionRecord } from "./collection.ts";
import type { DatabaseService } from "./database.ts";
import { removeFieldValueBatch } from "./field-values/write-field-values.ts";
import { inTransaction } from "./in-transaction.ts";
import { COLLECTIONS_LIST, noteRemoved } from "./removed-items.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Documents per deletion: a few milliseconds, so that a large collection delays no other writer. */
const REMOVAL_BATCH = 200;

/** Other tables with rows per collection. */
const COLLECTION_TABLES = [
  ...["embedder_fit_pieces", "embedder_fits", "index_changes", "lagging_documents"],
  ...["vector_stores", "file_batches"],
] as const;

export const removeCollection = <E, R>(
  database: DatabaseService,
  id: string,
  followUp: (transaction: Transaction, removed: CollectionRecord) => Effect.Effect<void, E, R>,
  within: Transaction | undefined,
) =>
  database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const row = yield* database.run(async (kysely) => {
        const collection = await kysely
          .selectFrom("collections")
          .selectAll()
          .where("id", "=", id)
          // Concurrent uploads and removals wait for the lock and then find the collection removed.
          .$if(database.dialect === "mysql", (query) => query.forUpdate())
          .executeTakeFirst();
        if (collection === undefined) return undefined;
        await noteRemoved(kysely, COLLECTIONS_LIST, id, { createdAt: collection.created_at, id });
        await removeRows(kysely, id);
        return collection;
      }, transaction);
      if (row === undefined) return undefined;
      const removed = collectionFromRow(row);
      yield* followUp(transaction, removed);
      return removed;
    }),
    within,
  );

/** Keeps its documents and their waiting jobs for later: without the collection they can't be found. */
const removeRows = async (kysely: Kysely<Tables>, id: string): Promise<void> => {
  // Running jobs are deleted now, which ends their runs. They are few, whatever the collection contains.
  const runningJobs = await kysely
    .selectFrom("jobs")
    .select("seq")
    .where("state", "=", "active")
    .where("family", "=", id)
    .execute();
  const seqs = runningJobs.map(({ seq }) => seq);
  if (seqs.length > 0) await kysely.deleteFrom("jobs").where("seq", "in", seqs).execute();
  for (const table of COLLECTION_TABLES) await kysely.deleteFrom(table).where("collection_id", "=", id).execute();
  await kysely.deleteFrom("collections").where("id", "=", id).execute();
};

/**
 * Deletes the documents of a removed collection, and their jobs, a few at a time. Does nothing while the collection
 * exists.
 */
export const removeDocumentsOf = (database: DatabaseService, collectionId: string): Effect.Effect<void, StoreError> =>
  Effect.gen(function* () {
    while (yield* inTransaction(database, (kysely) => removeDocumentBatch(kysely, collectionId))) {
      // Yields to other work.
      yield* Effect.sleep(0);
    }
    while (yield* inTransaction(database, (kysely) => removeFieldValues(kysely, collectionId))) yield* Effect.sleep(0);
  });

const removeFieldValues = async (kysely: Kysely<Tables>, collectionId: string): Promise<boolean> => {
  const collection = kysely.selectFrom("collections").select("id").where("id", "=", collectionId);
  return (await collection.executeTakeFirst()) === undefined && removeFieldValueBatch(kysely, collectionId);
};

/** Returns false when none are left. */
const removeDocumentBatch = async (kysely: Kysely<Tables>, collectionId: string): Promise<boolean> => {
  const documents = await kysely
    .selectFrom("documents")
    .select("id")
    .where("collection_id", "=", collectionId)
    .where((where) =>
      where.not(where.exists(kysely.selectFrom("collections").select("id").where("id", "=", collectionId))),
    )
    .limit(REMOVAL_BATCH)
    .execute();
  const ids = documents.map((document) => document.id);
  if (ids.length === 0) return false;
  await kysely.deleteFrom("jobs").where("subject", "in", ids).execute();
  await kysely.deleteFrom("documents").where("id", "in", ids).execute();
  return ids.length === REMOVAL_BATCH;
};
