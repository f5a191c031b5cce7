import type { SchemaChange } from "./schema-editor.ts";

/**
 * Indexes by which lists of documents are filtered and sorted, and operations on many documents. Existing documents
 * have no number yet: they are numbered and indexed later, a few at a time.
 */
export const documentFacts: SchemaChange = async ({ types, createTable, addColumn, createIndex }) => {
  await addColumn("collections", "last_number", "bigint", 0);
  await addColumn("documents", "number", "bigint");
  await addColumn("documents", "filename_key", types.filename, "");
  // This index also finds documents without a number.
  await createIndex("documents", "documents_numbered", "number", "collection_id");
  for (const key of ["updated_at", "filename_key", "file_size", "chunk_count"]) {
    await createIndex("documents", `documents_by_${key}`, "collection_id", key, "id", "number");
  }
  await createTable("document_facts")
    .addColumn("collection_id", types.id, (column) => column.notNull())
    .addColumn("fact", types.byteKey(768), (column) => column.notNull())
    .addColumn("block", "integer", (column) => column.notNull())
    .addColumn("data", types.byteKey(1_024), (column) => column.notNull())
    .addPrimaryKeyConstraint("document_facts_key", ["collection_id", "fact", "block"])
    .execute();
  await createTable("operations")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("collection_id", types.id, (column) => column.notNull())
    .addColumn("collection_name", types.key, (column) => column.notNull())
    .addColumn("kind", types.key, (column) => column.notNull())
    .addColumn("state", types.key, (column) => column.notNull())
    .addColumn("parameters", types.json, (column) => column.notNull())
    .addColumn("total_count", "bigint", (column) => column.notNull())
    .addColumn("done_count", "bigint", (column) => column.notNull())
    .addColumn("failed_count", "bigint", (column) => column.notNull())
    .addColumn("errors", types.json, (column) => column.notNull())
    .addColumn("created_at", types.timestamp, (column) => column.notNull())
    .addColumn("updated_at", types.timestamp, (column) => column.notNull())
    .addColumn("finished_at", types.timestamp)
    .execute();
  await createIndex("operations", "operations_listed", "created_at", "id");
  await createIndex("operations", "operations_of_collection", "collection_id", "created_at", "id");
  await createTable("operation_pieces")
    .addColumn("operation_id", types.id, (column) => column.notNull())
    .addColumn("piece", "integer", (column) => column.notNull())
    .addColumn("items", types.json, (column) => column.notNull())
    .addPrimaryKeyConstraint("operation_pieces_key", ["operation_id", "piece"])
    .execute();
};
