import { ADDED, ADDING, type LogRow, OBSOLETE, noCollection } from "@quarry/index";
import { sql } from "kysely";

import type { IndexDatabase, Query } from "./index-database.ts";
import { inBatches } from "./insert-rows.ts";

/** Ids per row: 1,536 bytes each at most, so a row stays below MariaDB's default maximum packet (16 MB). */
const IDS_PER_ROW = 4_000;

/** Records a write that is about to add these vectors. Usually one statement, which waits for no other write. */
export const beginVectors = async (
  database: IndexDatabase,
  collectionId: string,
  version: string,
  vectorIds: readonly string[],
): Promise<void> => {
  const now = await database.now();
  for (const [segment, ids] of inBatches(vectorIds, IDS_PER_ROW).entries()) {
    const { numAffectedRows } = await database.run((kysely) =>
      sql`insert into vector_writes (collection, version, kind, piece, since, ids)
        select number, ${version}, ${ADDING}, ${segment}, ${now}, ${JSON.stringify(ids)}
        from passage_collections where collection_id = ${collectionId}`.execute(kysely),
    );
    if (Number(numAffectedRows ?? 0) === 0) throw noCollection(collectionId);
  }
};

/**
 * Returns the writes that were begun and are neither completed nor rolled back. The caller has locked the collection.
 */
export const readBegun = async (
  query: Query,
  collection: number,
  versions: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await query((kysely) =>
    kysely
      .selectFrom("vector_writes")
      .select("version")
      .where("collection", "=", collection)
      .where("version", "in", versions)
      .where("kind", "=", ADDING)
      .execute(),
  );
  return new Set(rows.map(({ version }) => version));
};

/** Changes the kind of writes that were begun. Returns whether there were any. */
export const changeVectorKind = async (
  query: Query,
  collection: number,
  versions: readonly string[],
  kind: typeof ADDED | typeof OBSOLETE,
): Promise<boolean> => {
  const { numUpdatedRows } = await query((kysely) =>
    kysely
      .updateTable("vector_writes")
      .set({ kind })
      .where("collection", "=", collection)
      .where("version", "in", versions)
      .where("kind", "=", ADDING)
      .executeTakeFirst(),
  );
  return Number(numUpdatedRows) > 0;
};

export const noteObsolete = async (
  query: Query,
  collection: number,
  version: string,
  vectorIds: readonly string[],
  now: number,
): Promise<void> => {
  for (const [segment, ids] of inBatches(vectorIds, IDS_PER_ROW).entries()) {
    const row = { collection, version, kind: OBSOLETE, piece: segment, since: now, ids: JSON.stringify(ids) };
    await query((kysely) => kysely.insertInto("vector_writes").values(row).execute());
  }
};

export const settleVectors = async (database: IndexDatabase, collectionId: string, version: string): Promise<void> => {
  await database.run((kysely) =>
    sql`delete from vector_writes where version = ${version}
      and collection = (select number from passage_collections where collection_id = ${collectionId})`.execute(kysely),
  );
};

export const readVectorWrites = async (database: IndexDatabase, collectionId: string): Promise<readonly LogRow[]> => {
  const now = await database.now();
  const { rows } = await database.read((kysely) =>
    sql<{ readonly version: string; readonly kind: number; readonly since: number; readonly ids: string }>`
      select w.version, w.kind, w.since, w.ids from vector_writes w
      join passage_collections c on c.number = w.collection
      where c.collection_id = ${collectionId} order by w.since, w.version, w.kind, w.piece`.execute(kysely),
  );
  return rows.map(({ version, kind, since, ids }) => ({
    version,
    kind: Number(kind),
    ids,
    ageMs: now - Number(since),
  }));
};

/** Returns the collections with unsettled vector writes, of this or any other process. */
export const collectionsWithVectorWrites = async (database: IndexDatabase): Promise<readonly string[]> => {
  const { rows } = await database.read((kysely) =>
    sql<{ readonly id: string }>`select c.collection_id as id from passage_collections c
      where c.collection_id is not null and exists (select 1 from vector_writes w where w.collection = c.number)`.execute(
      kysely,
    ),
  );
  return rows.map(({ id }) => id);
};
