import type { SchemaChange } from "./schema-editor.ts";

/**
 * File of a document's previous version while that is live; lookup of a stored file's owner; and a collection's expired
 * documents.
 */
export const formerFiles: SchemaChange = async ({ types, addColumn, createIndex }) => {
  await addColumn("documents", "former_file_id", types.id);
  await createIndex("documents", "documents_by_file", "file_id");
  await createIndex("documents", "documents_by_former_file", "former_file_id");
  await createIndex("documents", "documents_expired", "collection_id", "expires_at", "status", "failed_by", "number");
};
