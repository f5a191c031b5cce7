import { type Kysely, sql } from "kysely";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { CollectionsTable, Tables } from "./tables.ts";

/** How a change of one document changes the counters of its collection. */
export interface CounterChange {
  readonly documents?: number;
  readonly chunks?: number;
  readonly tokens?: number;
  readonly bytes?: number;
}

/** Adds to the counters, in the caller's transaction. False when the collection is gone. */
export const changeCounters = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  change: CounterChange,
): Promise<boolean> => {
  const result = await kysely
    .updateTable("collections")
    .set((column) => ({
      document_count: column("document_count", "+", change.documents ?? 0),
      chunk_count: column("chunk_count", "+", change.chunks ?? 0),
      chunk_churn: column("chunk_churn", "+", Math.abs(change.chunks ?? 0)),
      token_count: column("token_count", "+", change.tokens ?? 0),
      size_bytes: column("size_bytes", "+", change.bytes ?? 0),
    }))
    .where("id", "=", collectionId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

/**
 * What the documents say of a collection's counters; undefined when that is what they are, or when the collection is
 * gone. With `lock` nobody else changes them until the transaction ends: every change of a document changes the
 * counters in the same transaction, so what is committed fits together.
 */
export const findWrongCounters = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  lock: boolean,
): Promise<Counters | undefined> => {
  const kept = await kysely
    .selectFrom("collections")
    .select(["document_count", "chunk_count", "token_count", "size_bytes"])
    .where("id", "=", collectionId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (kept === undefined) return undefined;
  const counted = await kysely
    .selectFrom("documents")
    .where("collection_id", "=", collectionId)
    .select((select) => [
      select.fn.countAll<number>().as("documents"),
      sql<number>`coalesce(sum(chunk_count), 0)`.as("chunks"),
      sql<number>`coalesce(sum(token_count), 0)`.as("tokens"),
      sql<number>`coalesce(sum(file_size), 0)`.as("bytes"),
    ])
    .executeTakeFirstOrThrow();
  const exact: Counters = {
    document_count: Number(counted.documents),
    chunk_count: Number(counted.chunks),
    token_count: Number(counted.tokens),
    size_bytes: Number(counted.bytes),
  };
  const isRight = (Object.keys(exact) as (keyof Counters)[]).every((counter) => kept[counter] === exact[counter]);
  return isRight ? undefined : exact;
};

export type Counters = Pick<CollectionsTable, "document_count" | "chunk_count" | "token_count" | "size_bytes">;

/** Sets the counters of one collection to what its documents say; false when they were right. */
export const recount = async (kysely: Kysely<Tables>, dialect: SqlDialect, collectionId: string): Promise<boolean> => {
  const exact = await findWrongCounters(kysely, collectionId, dialect === "mysql");
  if (exact === undefined) return false;
  await kysely.updateTable("collections").set(exact).where("id", "=", collectionId).execute();
  return true;
};
