import type { IndexDatabase, Query } from "../database/index-database.ts";

/** Lease of a removal: after it expires the process counts as dead, and the removal is repeated. */
const LEASE_MS = 60_000;

/** Terms that must be removed from a store. */
export interface PreviousTerms {
  readonly collection: number;
  /** Name of the store. */
  readonly place: string;
}

/**
 * Records that a collection's terms change from one store to another. Runs in the transaction that makes the change,
 * with the collection locked.
 */
export const notePrevious = async (query: Query, collection: number, from: string, to: string): Promise<void> => {
  if (from === to) return;
  await query((kysely) =>
    kysely.deleteFrom("former_words").where("collection", "=", collection).where("place", "in", [from, to]).execute(),
  );
  if (from === "") return;
  await query((kysely) => kysely.insertInto("former_words").values({ collection, place: from, since: 0 }).execute());
};

/**
 * Reads a page of the recorded removals. A removal may run once all of the collection's terms are in `store`, or if the
 * collection is dropped.
 */
export const readPrevious = async (
  database: IndexDatabase,
  store: string,
  from: number,
  limit: number,
): Promise<readonly (PreviousTerms & { readonly mayGo: boolean })[]> => {
  const now = await database.now();
  const rows = await database.read((kysely) =>
    kysely
      .selectFrom("former_words as f")
      .leftJoin("passage_collections as c", "c.number", "f.collection")
      .select(["f.collection", "f.place", "f.since", "c.collection_id", "c.words_place", "c.words_filled"])
      .where("f.collection", ">=", from)
      .orderBy("f.collection")
      .orderBy("f.place")
      .limit(limit)
      .execute(),
  );
  return rows.map((row) => {
    const isDropped = row.collection_id === null;
    const isElsewhere = row.words_place === store && row.words_filled === null;
    const mayGo = Number(row.since) < now - LEASE_MS && (isDropped || isElsewhere);
    return { collection: Number(row.collection), place: row.place, mayGo };
  });
};

/**
 * Claims a removal. Returns false if another process is at work on it, if it is done, or if the terms are moving back
 * to that store.
 */
export const claimPrevious = async (
  database: IndexDatabase,
  { collection, place: store }: PreviousTerms,
): Promise<boolean> => {
  const now = await database.now();
  const { numUpdatedRows } = await database.run((kysely) =>
    kysely
      .updateTable("former_words")
      .set({ since: now })
      .where("collection", "=", collection)
      .where("place", "=", store)
      .where("since", "<", now - LEASE_MS)
      .executeTakeFirst(),
  );
  return Number(numUpdatedRows) > 0;
};

export const forgetPrevious = async (
  database: IndexDatabase,
  { collection, place: store }: PreviousTerms,
): Promise<void> => {
  await database.run((kysely) =>
    kysely.deleteFrom("former_words").where("collection", "=", collection).where("place", "=", store).execute(),
  );
};
