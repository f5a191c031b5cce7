import type { IndexDatabase, Query } from "../database/index-database.ts";

/** Lease of a removal: afterwards its process counts as dead, and the store is asked again. */
const LEASE_MS = 60_000;

/** Words that are to go from a store. */
export interface PreviousTerms {
  readonly collection: number;
  /** Name of the store. */
  readonly place: string;
}

/** In the transaction that gives a collection's words another place, with the collection locked. */
export const notePrevious = async (query: Query, collection: number, from: string, to: string): Promise<void> => {
  if (from === to) return;
  await query((kysely) =>
    kysely.deleteFrom("former_words").where("collection", "=", collection).where("place", "in", [from, to]).execute(),
  );
  if (from === "") return;
  await query((kysely) => kysely.insertInto("former_words").values({ collection, place: from, since: 0 }).execute());
};

/** A page of what is noted, and whether it may go: of collections whose words are all in `place`, and of those that are dropped. */
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

/** False where another process is at it, or it was done, or the collection is on its way back. */
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
