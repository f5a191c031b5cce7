import type { ExternalTermIndex } from "../external-terms/external-term-index.ts";
import { addToCounter } from "./collection-state.ts";
import type { IndexDatabase } from "./index-database.ts";
import { removeStepwise } from "./remove-stepwise.ts";

/**
 * Deletes the collection's name, at once and for all processes. Returns its number, or undefined if it doesn't exist.
 */
export const forgetCollection = (database: IndexDatabase, collectionId: string): Promise<number | undefined> =>
  database.transaction(async (query) => {
    // Locks the collection: other writers finish before, or find no collection.
    const state = await addToCounter(query, collectionId, "version", 1);
    if (state === undefined) return undefined;
    const { number } = state;
    await query((kysely) =>
      kysely.updateTable("passage_collections").set({ collection_id: null }).where("number", "=", number).execute(),
    );
    return number;
  });

/** Removes all data of a dropped collection. Idempotent, and safe in several processes concurrently. */
export const removeForgotten = async (
  database: IndexDatabase,
  terms: ExternalTermIndex,
  collection: number,
): Promise<void> => {
  await terms.drop(collection);
  await database.run((kysely) => kysely.deleteFrom("vector_writes").where("collection", "=", collection).execute());
  await removeStepwise(database.run, "passages", collection);
  await removeStepwise(database.run, "passage_documents", collection);
  await database.run((kysely) => kysely.deleteFrom("passage_collections").where("number", "=", collection).execute());
};

/** Returns the numbers of collections that were dropped but not removed, because their process died in between. */
export const readForgotten = async (database: IndexDatabase): Promise<readonly number[]> => {
  const rows = await database.read((kysely) =>
    kysely.selectFrom("passage_collections").select("number").where("collection_id", "is", null).execute(),
  );
  return rows.map(({ number }) => Number(number));
};
