import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn, createIndex, dropForeignKey } from "./create.ts";

/**
 * Counters of a collection's documents in each status except ready, which is the remainder; a list version that changes
 * when positions may have moved; and indexes for starts and lists.
 */
export const keptCounts = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    for (const status of ["pending", "processing", "failed"]) {
      const column = `${status}_count`;
      await addColumn(kysely, types.dialect, "collections", column, "bigint", (each) => each.notNull().defaultTo(0));
      await sql`
        update collections set ${sql.ref(column)} = (
          select count(*) from documents where collection_id = collections.id and status = ${status})`.execute(kysely);
    }
    const { timestamp, dialect } = types;
    await addColumn(kysely, dialect, "collections", "moves", "bigint", (column) => column.notNull().defaultTo(0));
    await addColumn(kysely, dialect, "collections", "newest_at", timestamp, (column) => column.notNull().defaultTo(""));
    await sql`
      update collections set newest_at = coalesce(
        (select max(created_at) from documents where collection_id = collections.id), '')`.execute(kysely);
    // Null unless a document failed. Lists the documents with one failure source in list order.
    await createIndex(kysely, dialect, "documents", "documents_failed_by", [
      ...["collection_id", "failed_by", "created_at", "id"],
    ]);
    await createIndex(kysely, dialect, "index_changes", "index_changes_by_state", ["state"]);
    // The rows of a removed collection are deleted later. SQLite doesn't enforce the key: its connections leave
    // enforcement off.
    if (dialect === "mysql") await dropForeignKey(kysely, "documents", "documents_of_collection");
  },
});
