import { Effect } from "effect";
import type { Kysely } from "kysely";
import { collectionFromRow, type CollectionRecord } from "./collection.ts";
import type { DatabaseService } from "./database.ts";
import { removeSomeFacts } from "./field-values/write-field-values.ts";
import { COLLECTIONS_LIST, noteRemoved } from "./removed-items.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Documents deleted at a time: a few milliseconds, so that nobody waits for those of a large collection. */
const REMOVAL_BATCH = 200;

/** Other tables with a row for each collection. */
const OF_COLLECTION = [
  ...["embedder_fit_pieces", "embedder_fits", "index_changes", "lagging_documents"],
  ...["vector_stores", "file_batches"],
] as const;

export const removeCollection = <E, R>(
  database: DatabaseService,
  id: string,
  alongside: (transaction: Transaction, removed: CollectionRecord) => Effect.Effect<void, E, R>,
  within: Transaction | undefined,
) =>
  database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const row = yield* database.run(
        (kysely) =>
          kysely
            .selectFrom("collections")
            .selectAll()
            .where("id", "=", id)
            // Uploads wait for it and then find the collection gone; a second removal too.
            .$if(database.dialect === "mysql", (query) => query.forUpdate())
            .executeTakeFirst(),
        transaction,
      );
      if (row === undefined) return undefined;
      const position = { createdAt: row.created_at, id };
      yield* database.run((kysely) => noteRemoved(kysely, COLLECTIONS_LIST, id, position), transaction);
      yield* database.run((kysely) => removeRows(kysely, id), transaction);
      const removed = collectionFromRow(row);
      yield* alongside(transaction, removed);
      return removed;
    }),
    within,
  );

/** Its documents and the jobs that wait for them are left: without the collection nobody finds them. */
const removeRows = async (kysely: Kysely<Tables>, id: string): Promise<void> => {
  // Runs that are under way end with their jobs; few, whatever there is in the collection.
  const working = await kysely
    .selectFrom("jobs")
    .select("seq")
    .where("state", "=", "active")
    .where("family", "=", id)
    .execute();
  const numbers = working.map(({ seq }) => seq);
  if (numbers.length > 0) await kysely.deleteFrom("jobs").where("seq", "in", numbers).execute();
  for (const table of OF_COLLECTION) await kysely.deleteFrom(table).where("collection_id", "=", id).execute();
  await kysely.deleteFrom("collections").where("id", "=", id).execute();
};

/** Deletes the documents of a collection that is gone, and their jobs, a few at a time. Does nothing while it is there. */
export const removeDocumentsOf = (database: DatabaseService, collectionId: string): Effect.Effect<void, StoreError> =>
  Effect.gen(function* () {
    for (;;) {
      const removed = yield* database.transaction((transaction) =>
        database.run((kysely) => removeSomeDocuments(kysely, collectionId), transaction),
      );
      // Yields to other work.
      yield* Effect.sleep(0);
      if (removed < REMOVAL_BATCH) break;
    }
    while (yield* database.transaction((transaction) => removeFacts(database, collectionId, transaction))) {
      yield* Effect.sleep(0);
    }
  });

const removeFacts = (database: DatabaseService, collectionId: string, transaction: Transaction) =>
  database.run(
    async (kysely) => !(await isThere(kysely, collectionId)) && removeSomeFacts(kysely, collectionId),
    transaction,
  );

const isThere = async (kysely: Kysely<Tables>, collectionId: string): Promise<boolean> =>
  (await kysely.selectFrom("collections").select("id").where("id", "=", collectionId).executeTakeFirst()) !== undefined;

const removeSomeDocuments = async (kysely: Kysely<Tables>, collectionId: string): Promise<number> => {
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
  if (ids.length === 0) return 0;
  await kysely.deleteFrom("jobs").where("subject", "in", ids).execute();
  await kysely.deleteFrom("documents").where("id", "in", ids).execute();
  return ids.length;
};
