import { sql } from "kysely";
import type { SchemaChange } from "./schema-editor.ts";

/**
 * Files outside collections, until documents are made from them; multipart uploads; batches of documents; and fields of
 * a collection that only OpenAI's clients use.
 */
export const uploadedFiles: SchemaChange = async ({ kysely, types, createTable, addColumn, createIndex }) => {
  const { dialect, id, key, text, timestamp } = types;
  await addColumn("documents", "batch_id", id);
  await addColumn("documents", "chunking", types.json);
  const ofBatch = ["batch_id", "status", "failed_by", "created_at", "id"];
  if (dialect === "mysql") await createIndex("documents", "documents_of_batch", ...ofBatch);
  else {
    // Most documents belong to no batch and cost this index nothing.
    await sql`create index documents_of_batch on documents (${sql.join(ofBatch.map((name) => sql.ref(name)))})
      where batch_id is not null`.execute(kysely);
  }
  await createTable("stored_files")
    .addColumn("id", id, (column) => column.primaryKey())
    .addColumn("owner", key, (column) => column.notNull())
    .addColumn("filename", text, (column) => column.notNull())
    .addColumn("purpose", key, (column) => column.notNull())
    .addColumn("file_type", key, (column) => column.notNull())
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("content_hash", key, (column) => column.notNull())
    .addColumn("blob_id", id, (column) => column.notNull())
    .addColumn("created_at", timestamp, (column) => column.notNull())
    .addColumn("expires_at", timestamp)
    .execute();
  await createIndex("stored_files", "stored_files_of_owner", "owner", "id");
  await createIndex("stored_files", "stored_files_by_purpose", "purpose", "id");
  await createIndex("stored_files", "stored_files_by_content", "content_hash");
  await createIndex("stored_files", "stored_files_by_blob", "blob_id");
  await createIndex("stored_files", "stored_files_by_expiry", "expires_at");
  await createTable("uploads")
    .addColumn("id", id, (column) => column.primaryKey())
    .addColumn("owner", key, (column) => column.notNull())
    .addColumn("filename", text, (column) => column.notNull())
    .addColumn("purpose", key, (column) => column.notNull())
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("state", key, (column) => column.notNull())
    .addColumn("file_id", id)
    .addColumn("file_seconds", "bigint")
    .addColumn("created_at", timestamp, (column) => column.notNull())
    .addColumn("expires_at", timestamp, (column) => column.notNull())
    .execute();
  await createIndex("uploads", "uploads_by_expiry", "expires_at");
  await createTable("upload_parts")
    .addColumn("id", id, (column) => column.primaryKey())
    .addColumn("upload_id", id, (column) => column.notNull())
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("created_at", timestamp, (column) => column.notNull())
    .execute();
  await createIndex("upload_parts", "upload_parts_of_upload", "upload_id");
  await createTable("vector_stores")
    .addColumn("collection_id", id, (column) => column.primaryKey())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("expires_after_days", "integer")
    .addColumn("last_active_at", timestamp, (column) => column.notNull())
    .execute();
  await createTable("file_batches")
    .addColumn("id", id, (column) => column.primaryKey())
    .addColumn("collection_id", id, (column) => column.notNull())
    .addColumn("owner", key, (column) => column.notNull())
    .addColumn("created_at", timestamp, (column) => column.notNull())
    .addColumn("cancelled_at", timestamp)
    .execute();
  await createIndex("file_batches", "file_batches_of_collection", "collection_id");
  await createTable("removed_items")
    .addColumn("list", id, (column) => column.notNull())
    .addColumn("item", key, (column) => column.notNull())
    .addColumn("created_at", timestamp, (column) => column.notNull())
    .addColumn("id", id, (column) => column.notNull())
    .addColumn("removed_at", timestamp, (column) => column.notNull())
    .addPrimaryKeyConstraint("removed_items_key", ["list", "item"])
    .execute();
  await createIndex("removed_items", "removed_items_by_time", "removed_at");
};
