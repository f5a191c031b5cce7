import { PassageIndexError, noCollection } from "@quarry/index";
import { addToCounter, type CollectionState } from "../database/collection-state.ts";
import type { IndexDatabase, Query } from "../database/index-database.ts";
import { inBatches } from "../database/insert-rows.ts";

// State of passages in the term store, while it differs from the database.
/** The store may already contain their terms; the database does not contain the passages. */
const ADDING = 0;
/** The passages are deleted, and their terms must be removed. */
const GONE = 1;

/** Passage numbers per row: far below MariaDB's default maximum packet (16 MB). */
const SEQS_PER_ROW = 10_000;
/** Timeout after which a put's process counts as dead. If it is still alive, the put fails as a whole. */
const PUT_MS = 120_000;

/** Passages whose terms are about to be written. */
export interface TermAddition {
  /** Id of the addition. */
  readonly number: number;
  readonly state: CollectionState;
  readonly seqs: readonly number[];
}

/** Reserves numbers for `count` passages, and records that their terms will be written. */
export const beginAddition = async (
  database: IndexDatabase,
  collectionId: string,
  count: number,
): Promise<TermAddition> => {
  const now = await database.now();
  return database.transaction(async (query) => {
    const state = await addToCounter(query, collectionId, "next_seq", count);
    if (state === undefined) throw noCollection(collectionId);
    const seqs = Array.from({ length: count }, (_, index) => state.nextSeq - count + index);
    const written = await query((kysely) =>
      kysely
        .insertInto("word_writes")
        .values({ collection: state.number, kind: ADDING, since: now, seqs: JSON.stringify(seqs) })
        .executeTakeFirstOrThrow(),
    );
    return { number: Number(written.insertId), state, seqs };
  });
};

/** Completes an addition in the transaction that puts the passages. Fails if the addition was rolled back. */
export const completeAddition = async (query: Query, { number }: TermAddition): Promise<void> => {
  const { numDeletedRows } = await query((kysely) =>
    kysely.deleteFrom("word_writes").where("number", "=", number).where("kind", "=", ADDING).executeTakeFirst(),
  );
  if (Number(numDeletedRows) > 0) return;
  throw new PassageIndexError({ reason: "busy", message: "the terms of a write were rolled back: it took too long" });
};

/** Rolls an addition back: from here on it can't be completed, and its terms must be removed. */
export const takeBackAddition = async (database: IndexDatabase, { number }: TermAddition): Promise<void> => {
  await database.run((kysely) =>
    kysely.updateTable("word_writes").set({ kind: GONE }).where("number", "=", number).execute(),
  );
};

/** Rolls back additions whose process counts as dead. */
export const takeBackDead = async (database: IndexDatabase): Promise<void> => {
  const now = await database.now();
  await database.run((kysely) =>
    kysely
      .updateTable("word_writes")
      .set({ kind: GONE })
      .where("kind", "=", ADDING)
      .where("since", "<", now - PUT_MS)
      .execute(),
  );
};

/** Records deleted passages, in the transaction that removes them. */
export const noteGone = async (query: Query, collection: number, seqs: readonly number[]): Promise<void> => {
  const now = Date.now();
  for (const part of inBatches(seqs, SEQS_PER_ROW)) {
    const row = { collection, kind: GONE, since: now, seqs: JSON.stringify(part) };
    await query((kysely) => kysely.insertInto("word_writes").values(row).execute());
  }
};

/** Records of a collection read at a time. While a store is unavailable, each deleted document adds one. */
const GONE_AT_ONCE = 100;

/** Removes the terms of deleted passages from the store, and the records of these passages. */
export const clearGone = async (
  database: IndexDatabase,
  collection: number,
  remove: (seqs: readonly number[]) => Promise<void>,
): Promise<void> => {
  let isMore = true;
  while (isMore) {
    const gone = await readGone(database, collection);
    if (gone.length === 0) return;
    await remove(gone.flatMap(({ seqs }) => JSON.parse(seqs) as number[]));
    await forgetGone(
      database,
      collection,
      gone.map(({ number }) => Number(number)),
    );
    isMore = gone.length === GONE_AT_ONCE;
  }
};

const readGone = (database: IndexDatabase, collection: number) =>
  database.read((kysely) =>
    kysely
      .selectFrom("word_writes")
      .select(["number", "seqs"])
      .where("collection", "=", collection)
      .where("kind", "=", GONE)
      .orderBy("number")
      .limit(GONE_AT_ONCE)
      .execute(),
  );

/**
 * Deletes the records of removed passages. Increments the collection's version, because cached counts that include
 * these passages become invalid.
 */
const forgetGone = async (database: IndexDatabase, collection: number, numbers: readonly number[]): Promise<void> => {
  await database.run((kysely) =>
    kysely
      .updateTable("passage_collections")
      .set((expression) => ({ version: expression("version", "+", 1) }))
      .where("number", "=", collection)
      .execute(),
  );
  await database.run((kysely) => kysely.deleteFrom("word_writes").where("number", "in", numbers).execute());
};

/** Returns the passages whose terms may be in the store although they aren't in the database. */
export const readUnsettled = async (query: Query, collection: number): Promise<readonly number[]> => {
  const rows = await query((kysely) =>
    kysely.selectFrom("word_writes").select("seqs").where("collection", "=", collection).execute(),
  );
  return rows.flatMap(({ seqs }) => JSON.parse(seqs) as number[]);
};

/** Reads a page of the collections with terms that must be removed. */
export const collectionsWithGone = async (
  database: IndexDatabase,
  from: number,
  limit: number,
): Promise<readonly { readonly collection: number }[]> => {
  const rows = await database.read((kysely) =>
    kysely
      .selectFrom("word_writes")
      .select("collection")
      .distinct()
      .where("kind", "=", GONE)
      .where("collection", ">=", from)
      .orderBy("collection")
      .limit(limit)
      .execute(),
  );
  return rows.map(({ collection }) => ({ collection: Number(collection) }));
};

/** Deletes the records of a dropped collection. */
export const forgetTermWrites = async (database: IndexDatabase, collection: number): Promise<void> => {
  await database.run((kysely) => kysely.deleteFrom("word_writes").where("collection", "=", collection).execute());
};
