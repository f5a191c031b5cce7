import { PassageIndexError, noCollection } from "@quarry/index";
import { type CollectionState, stateOf } from "../database/collection-state.ts";
import type { IndexDatabase, Query } from "../database/index-database.ts";
import { inBatches } from "../database/insert-rows.ts";

// State of passages in the store of terms, while it differs from the database.
/** Their words may be there already; the passages aren't. */
const ADDING = 0;
/** The passages are gone, and their words are to go. */
const GONE = 1;

/** Numbers of one row: below the packet that MariaDB takes by default (16 MB) by far. */
const SEQS_PER_ROW = 10_000;
/** A put that takes longer is taken for one whose process died; should it live, it fails as a whole. */
const PUT_MS = 120_000;

/** Passages whose words are about to be written. */
export interface TermAddition {
  /** Names the addition. */
  readonly number: number;
  readonly state: CollectionState;
  readonly seqs: readonly number[];
}

/** Takes numbers for `count` passages, and notes that their words will be written. */
export const beginAddition = async (
  database: IndexDatabase,
  collectionId: string,
  count: number,
): Promise<TermAddition> => {
  const now = await database.now();
  return database.transaction(async (query) => {
    const taken = await query((kysely) =>
      kysely
        .updateTable("passage_collections")
        .set((expression) => ({ next_seq: expression("next_seq", "+", count) }))
        .where("collection_id", "=", collectionId)
        .executeTakeFirst(),
    );
    if (Number(taken.numUpdatedRows) === 0) throw noCollection(collectionId);
    const row = await query((kysely) =>
      kysely
        .selectFrom("passage_collections")
        .selectAll()
        .where("collection_id", "=", collectionId)
        .executeTakeFirstOrThrow(),
    );
    const state = stateOf(row);
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

/** In the transaction that puts the passages. Fails if the addition was taken back. */
export const completeAddition = async (query: Query, { number }: TermAddition): Promise<void> => {
  const { numDeletedRows } = await query((kysely) =>
    kysely.deleteFrom("word_writes").where("number", "=", number).where("kind", "=", ADDING).executeTakeFirst(),
  );
  if (Number(numDeletedRows) > 0) return;
  throw new PassageIndexError({ reason: "busy", message: "the words of a write were taken back: it took too long" });
};

/** From here on the addition can't be completed, and its words are to go. */
export const takeBackAddition = async (database: IndexDatabase, { number }: TermAddition): Promise<void> => {
  await database.run((kysely) =>
    kysely.updateTable("word_writes").set({ kind: GONE }).where("number", "=", number).execute(),
  );
};

/** The same for additions whose process seems to be dead. */
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

/** In the transaction that removes the passages. */
export const noteGone = async (
  query: Query,
  collection: number,
  seqs: readonly number[],
  now: number,
): Promise<void> => {
  for (const part of inBatches(seqs, SEQS_PER_ROW)) {
    const row = { collection, kind: GONE, since: now, seqs: JSON.stringify(part) };
    await query((kysely) => kysely.insertInto("word_writes").values(row).execute());
  }
};

/** Notes of a collection that are read at a time: while a store is away, each document that is deleted leaves one. */
const GONE_AT_ONCE = 100;

/** Has the words removed whose passages are gone, and forgets them. */
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

/** Forgets removed passages. Cached counts that include them become invalid: the collection gets another version. */
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

/** Passages whose words may be in the store though they aren't in the database. */
export const readUnsettled = async (query: Query, collection: number): Promise<readonly number[]> => {
  const rows = await query((kysely) =>
    kysely.selectFrom("word_writes").select("seqs").where("collection", "=", collection).execute(),
  );
  return rows.flatMap(({ seqs }) => JSON.parse(seqs) as number[]);
};

/** A page of the collections with words that are to go. */
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

/** Of a collection that is dropped. */
export const forgetTermWrites = async (database: IndexDatabase, collection: number): Promise<void> => {
  await database.run((kysely) => kysely.deleteFrom("word_writes").where("collection", "=", collection).execute());
};
