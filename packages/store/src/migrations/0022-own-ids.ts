import type { SchemaChange } from "./schema-editor.ts";

/** Longest external id, in UTF-8 bytes. */
const EXTERNAL_ID_BYTES = 512;

/**
 * External ids, lookups by content and expiry times of documents; their source; the version that is live while a
 * replacement is not ready; and documents for which vector stores have older metadata.
 */
export const ownIds: SchemaChange = async ({ types, createTable, addColumn, createIndex, createUniqueIndex }) => {
  // Bytes, like the ids of passages: any text, and distinct texts stay distinct.
  await addColumn("documents", "external_id", types.byteKey(EXTERNAL_ID_BYTES));
  await addColumn("documents", "expires_at", types.timestamp);
  await addColumn("documents", "source_url", types.text);
  await addColumn("documents", "fetched", types.json);
  await addColumn("documents", "file_id", types.id);
  await addColumn("documents", "former", types.json);
  await addColumn("collections", "default_ttl_seconds", "bigint");
  await addColumn("collections", "lagging_count", "bigint", 0);
  // Any number of documents can have none.
  await createUniqueIndex("documents", "documents_by_external_id", "collection_id", "external_id");
  await createIndex("documents", "documents_by_content", "collection_id", "content_hash", "created_at", "id");
  await createIndex("documents", "documents_by_expiry", "expires_at", "collection_id", "status");
  await createTable("lagging_documents")
    .addColumn("collection_id", types.id, (column) => column.notNull())
    .addColumn("document_id", types.id, (column) => column.notNull())
    .addColumn("version", types.id, (column) => column.notNull())
    .addPrimaryKeyConstraint("lagging_documents_key", ["collection_id", "document_id"])
    .execute();
};
