import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn, createIndex, createTable } from "./create.ts";

/**
 * Files outside collections, until documents are made from them; multipart uploads; batches of documents; and fields of
 * a collection that only OpenAI's clients use.
 */
export const uploadedFiles = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    const { dialect, id, key, text, timestamp } = types;
    await addColumn(kysely, dialect, "documents", "batch_id", id, (column) => column);
    await addColumn(kysely, dialect, "documents", "chunking", types.json, (column) => column);
    const ofBatch = ["batch_id", "status", "failed_by", "created_at", "id"];
    if (dialect === "mysql") await createIndex(kysely, dialect, "documents", "documents_of_batch", ofBatch);
    else {
      // Most documents belong to no batch and cost this index nothing.
      await sql`create index documents_of_batch on documents (${sql.join(ofBatch.map((name) => sql.ref(name)))})
        where batch_id is not null`.execute(kysely);
    }
    await createTable(kysely, "stored_files")
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
    const fileIndex = (name: string, ...columns: string[]) =>
      createIndex(kysely, dialect, "stored_files", name, columns);
    await fileIndex("stored_files_of_owner", "owner", "id");
    await fileIndex("stored_files_by_purpose", "purpose", "id");
    await fileIndex("stored_files_by_content", "content_hash");
    await fileIndex("stored_files_by_blob", "blob_id");
    await fileIndex("stored_files_by_expiry", "expires_at");
    await createTable(kysely, "uploads")
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
    await createIndex(kysely, dialect, "uploads", "uploads_by_expiry", ["expires_at"]);
    await createTable(kysely, "upload_parts")
      .addColumn("id", id, (column) => column.primaryKey())
      .addColumn("upload_id", id, (column) => column.notNull())
      .addColumn("size", "bigint", (column) => column.notNull())
      .addColumn("created_at", timestamp, (column) => column.notNull())
      .execute();
    await createIndex(kysely, dialect, "upload_parts", "upload_parts_of_upload", ["upload_id"]);
    await createTable(kysely, "vector_stores")
      .addColumn("collection_id", id, (column) => column.primaryKey())
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("expires_after_days", "integer")
      .addColumn("last_active_at", timestamp, (column) => column.notNull())
      .execute();
    await createTable(kysely, "file_batches")
      .addColumn("id", id, (column) => column.primaryKey())
      .addColumn("collection_id", id, (column) => column.notNull())
      .addColumn("owner", key, (column) => column.notNull())
      .addColumn("created_at", timestamp, (column) => column.notNull())
      .addColumn("cancelled_at", timestamp)
      .execute();
    await createIndex(kysely, dialect, "file_batches", "file_batches_of_collection", ["collection_id"]);
    await createTable(kysely, "removed_items")
      .addColumn("list", id, (column) => column.notNull())
      .addColumn("item", key, (column) => column.notNull())
      .addColumn("created_at", timestamp, (column) => column.notNull())
      .addColumn("id", id, (column) => column.notNull())
      .addColumn("removed_at", timestamp, (column) => column.notNull())
      .addPrimaryKeyConstraint("removed_items_key", ["list", "item"])
      .execute();
    await createIndex(kysely, dialect, "removed_items", "removed_items_by_time", ["removed_at"]);
  },
});
