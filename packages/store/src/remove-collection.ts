import { Effect } from "effect";
import type { Kysely } from "kysely";
import { collectionFromRow, type CollectionRecord } from "./collection.ts";
import type { DatabaseService } from "./database.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Documents deleted at a time: a few milliseconds, so that a large collection doesn't hold this thread for seconds. */
const REMOVAL_BATCH = 200;

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
      while ((yield* database.run((kysely) => removeSomeDocuments(kysely, id), transaction)) === REMOVAL_BATCH) {
        // Readers have a connection of their own and go on between batches; they see all of it until the commit.
        yield* Effect.sleep(0);
      }
      yield* database.run((kysely) => kysely.deleteFrom("collections").where("id", "=", id).execute(), transaction);
      const removed = collectionFromRow(row);
      yield* alongside(transaction, removed);
      return removed;
    }),
    within,
  );

const removeSomeDocuments = async (kysely: Kysely<Tables>, collectionId: string): Promise<number> => {
  const documents = await kysely
    .selectFrom("documents")
    .select("id")
    .where("collection_id", "=", collectionId)
    .limit(REMOVAL_BATCH)
    .execute();
  const ids = documents.map((document) => document.id);
  if (ids.length === 0) return 0;
  await kysely.deleteFrom("jobs").where("subject", "in", ids).execute();
  await kysely.deleteFrom("documents").where("id", "in", ids).execute();
  return ids.length;
};
