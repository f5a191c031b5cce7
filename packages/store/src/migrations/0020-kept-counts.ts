import { sql } from "kysely";
import type { SchemaChange } from "./schema-editor.ts";

/**
 * Counters of a collection's documents in each status except ready, which is the remainder; a list version that changes
 * when positions may have moved; and indexes for starts and lists.
 */
export const keptCounts: SchemaChange = async ({ kysely, types, addColumn, createIndex, dropForeignKey }) => {
  for (const status of ["pending", "processing", "failed"]) {
    const column = `${status}_count`;
    await addColumn("collections", column, "bigint", 0);
    await sql`
      update collections set ${sql.ref(column)} = (
        select count(*) from documents where collection_id = collections.id and status = ${status})`.execute(kysely);
  }
  await addColumn("collections", "moves", "bigint", 0);
  await addColumn("collections", "newest_at", types.timestamp, "");
  await sql`
    update collections set newest_at = coalesce(
      (select max(created_at) from documents where collection_id = collections.id), '')`.execute(kysely);
  // Null unless a document failed. Lists the documents with one failure source in list order.
  await createIndex("documents", "documents_failed_by", "collection_id", "failed_by", "created_at", "id");
  await createIndex("index_changes", "index_changes_by_state", "state");
  // The rows of a removed collection are deleted later. SQLite doesn't enforce the key: its connections leave
  // enforcement off.
  if (types.dialect === "mysql") await dropForeignKey("documents", "documents_of_collection");
};
