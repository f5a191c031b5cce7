import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

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
      token_count: column("token_count", "+", change.tokens ?? 0),
      size_bytes: column("size_bytes", "+", change.bytes ?? 0),
    }))
    .where("id", "=", collectionId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

/** Recounts from the documents, and returns how many collections were wrong. */
export const recountAll = async (kysely: Kysely<Tables>): Promise<number> => {
  const counted = await kysely
    .selectFrom("collections")
    .leftJoin("documents", "documents.collection_id", "collections.id")
    .groupBy([
      "collections.id",
      "collections.document_count",
      "collections.chunk_count",
      "collections.token_count",
      "collections.size_bytes",
    ])
    .select((select) => [
      "collections.id",
      "collections.document_count",
      "collections.chunk_count",
      "collections.token_count",
      "collections.size_bytes",
      select.fn.count<number>("documents.id").as("documents"),
      sql<number>`coalesce(sum(documents.chunk_count), 0)`.as("chunks"),
      sql<number>`coalesce(sum(documents.token_count), 0)`.as("tokens"),
      sql<number>`coalesce(sum(documents.file_size), 0)`.as("bytes"),
    ])
    .execute();
  let wrong = 0;
  for (const row of counted) {
    const exact = {
      document_count: Number(row.documents),
      chunk_count: Number(row.chunks),
      token_count: Number(row.tokens),
      size_bytes: Number(row.bytes),
    };
    const same = (Object.keys(exact) as (keyof typeof exact)[]).every((counter) => row[counter] === exact[counter]);
    if (same) continue;
    wrong += 1;
    await kysely.updateTable("collections").set(exact).where("id", "=", row.id).execute();
  }
  return wrong;
};
