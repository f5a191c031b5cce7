import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn, createIndex, createTable, createUniqueIndex } from "./create.ts";

/** Longest external id, in UTF-8 bytes. */
const EXTERNAL_ID_BYTES = 512;

/**
 * External ids, lookups by content and expiry times of documents; their source; the version that is live while a
 * replacement is not ready; and documents for which vector stores have older metadata.
 */
export const ownIds = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    const { dialect, timestamp, text, json, id } = types;
    const addNullable = (table: string, name: string, type: Parameters<typeof addColumn>[4]) =>
      addColumn(kysely, dialect, table, name, type, (column) => column);
    // Bytes, like the ids of passages: any text, and distinct texts stay distinct.
    await addNullable("documents", "external_id", types.byteKey(EXTERNAL_ID_BYTES));
    await addNullable("documents", "expires_at", timestamp);
    await addNullable("documents", "source_url", text);
    await addNullable("documents", "fetched", json);
    await addNullable("documents", "file_id", id);
    await addNullable("documents", "former", json);
    await addNullable("collections", "default_ttl_seconds", "bigint");
    await addColumn(kysely, dialect, "collections", "lagging_count", "bigint", (column) =>
      column.notNull().defaultTo(0),
    );
    // Any number of documents can have none.
    await createUniqueIndex(kysely, dialect, "documents", "documents_by_external_id", ["collection_id", "external_id"]);
    await createIndex(kysely, dialect, "documents", "documents_by_content", [
      ...["collection_id", "content_hash", "created_at", "id"],
    ]);
    await createIndex(kysely, dialect, "documents", "documents_by_expiry", ["expires_at", "collection_id", "status"]);
    await createTable(kysely, "lagging_documents")
      .addColumn("collection_id", types.id, (column) => column.notNull())
      .addColumn("document_id", types.id, (column) => column.notNull())
      .addColumn("version", types.id, (column) => column.notNull())
      .addPrimaryKeyConstraint("lagging_documents_key", ["collection_id", "document_id"])
      .execute();
  },
});
