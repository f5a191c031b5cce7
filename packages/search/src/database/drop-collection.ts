import type { DatabaseTerms } from "./database-terms.ts";
import type { IndexDatabase } from "./index-database.ts";
import { removeStepwise } from "./remove-stepwise.ts";

/** Makes the collection unknown, at once and for all processes; gives its number, or undefined where it is not there. */
export const forgetCollection = (database: IndexDatabase, collectionId: string): Promise<number | undefined> =>
  database.transaction(async (query) => {
    // Locks the collection: other writers come before, or find nothing.
    const forgotten = await query((kysely) =>
      kysely
        .updateTable("passage_collections")
        .set((expression) => ({ version: expression("version", "+", 1) }))
        .where("collection_id", "=", collectionId)
        .executeTakeFirst(),
    );
    if (Number(forgotten.numUpdatedRows) === 0) return undefined;
    const { number } = await query((kysely) =>
      kysely
        .selectFrom("passage_collections")
        .select("number")
        .where("collection_id", "=", collectionId)
        .executeTakeFirstOrThrow(),
    );
    await query((kysely) =>
      kysely.updateTable("passage_collections").set({ collection_id: null }).where("number", "=", number).execute(),
    );
    return Number(number);
  });

/** Removes all that a forgotten collection held. May be repeated, and by several processes at once. */
export const removeForgotten = async (
  database: IndexDatabase,
  terms: DatabaseTerms,
  collection: number,
): Promise<void> => {
  await terms.drop(collection);
  await database.run((kysely) => kysely.deleteFrom("vector_writes").where("collection", "=", collection).execute());
  await removeStepwise(database.run, "passages", collection);
  await removeStepwise(database.run, "passage_documents", collection);
  await database.run((kysely) => kysely.deleteFrom("passage_collections").where("number", "=", collection).execute());
};

/** Numbers of collections that were dropped and not removed: their process died in between. */
export const readForgotten = async (database: IndexDatabase): Promise<readonly number[]> => {
  const rows = await database.read((kysely) =>
    kysely.selectFrom("passage_collections").select("number").where("collection_id", "is", null).execute(),
  );
  return rows.map(({ number }) => Number(number));
};
