import { sql } from "kysely";
import type { SchemaChange } from "./schema-editor.ts";

/** Location of each collection's vectors, and the changes that move or rebuild them. */
export const indexChanges: SchemaChange = async ({ kysely, types, createTable, addColumn, createIndex }) => {
  await addColumn("collections", "vector_store", types.key, "default");
  await addColumn("collections", "index_made", "integer", 0);
  // Collections with documents already exist in the vector store.
  await sql`update collections set index_made = 1 where chunk_count > 0`.execute(kysely);
  await createTable("index_changes")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("collection_id", types.id, (column) => column.notNull())
    .addColumn("kind", types.key, (column) => column.notNull())
    .addColumn("state", types.key, (column) => column.notNull())
    .addColumn("from_place", types.json, (column) => column.notNull())
    .addColumn("to_place", types.json, (column) => column.notNull())
    .addColumn("from_generation", "integer", (column) => column.notNull())
    .addColumn("to_generation", "integer", (column) => column.notNull())
    .addColumn("rollback_of", types.id)
    .addColumn("gaps", "bigint", (column) => column.notNull())
    .addColumn("passage_cursor", types.text)
    .addColumn("done_count", "bigint", (column) => column.notNull())
    .addColumn("total_count", "bigint", (column) => column.notNull())
    .addColumn("error", types.text)
    .addColumn("created_at", types.timestamp, (column) => column.notNull())
    .addColumn("updated_at", types.timestamp, (column) => column.notNull())
    .addColumn("finished_at", types.timestamp)
    .addForeignKeyConstraint("index_changes_of_collection", ["collection_id"], "collections", ["id"], (constraint) =>
      constraint.onDelete("cascade"),
    )
    .execute();
  // Indexes for the open change of a collection and the one that can be rolled back, and for the list, newest first.
  await createIndex("index_changes", "index_changes_current", "collection_id", "state");
  await createIndex("index_changes", "index_changes_listed", "collection_id", "created_at", "id");
};
