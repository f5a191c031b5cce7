import { sql } from "kysely";
import type { SchemaChange } from "./schema-editor.ts";

/** Vectors by their input, and a single row with their total size. */
export const embeddingCache: SchemaChange = async ({ kysely, types, createTable, createIndex }) => {
  await createTable("embedding_cache")
    .addColumn("id", types.key, (column) => column.primaryKey())
    // Both databases accept this name: SQLite accepts any with "blob" in it. The limit on MySQL is 16 MB.
    .addColumn("vector", sql.raw("mediumblob"), (column) => column.notNull())
    .addColumn("used_hour", "integer", (column) => column.notNull())
    .execute();
  await createIndex("embedding_cache", "embedding_cache_by_use", "used_hour", "id");
  await createTable("embedding_cache_size")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("entries", "bigint", (column) => column.notNull())
    .addColumn("bytes", "bigint", (column) => column.notNull())
    .execute();
  await sql`
    insert into embedding_cache_size (id, entries, bytes) select 1, 0, 0 from (select 1 as one) as single
    where not exists (select 1 from embedding_cache_size)`.execute(kysely);
};
