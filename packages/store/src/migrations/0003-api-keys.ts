import type { SchemaChange } from "./schema-editor.ts";

/** Scoped keys. Rows are never deleted: a revoked key stays recorded. */
export const apiKeys: SchemaChange = async ({ types, createTable }) => {
  await createTable("api_keys")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("name", types.key, (column) => column.notNull().unique())
    .addColumn("digest", types.key, (column) => column.notNull().unique())
    .addColumn("scope", types.key, (column) => column.notNull())
    .addColumn("collections", types.json)
    .addColumn("created_at", types.timestamp, (column) => column.notNull())
    .addColumn("expires_at", types.timestamp)
    .addColumn("revoked_at", types.timestamp)
    .execute();
};
