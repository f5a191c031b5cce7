import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { createTable } from "./create.ts";

/** Scoped keys. Rows are never deleted: a revoked key stays recorded. */
export const apiKeys = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await createTable(kysely, "api_keys")
      .addColumn("id", types.id, (column) => column.primaryKey())
      .addColumn("name", types.key, (column) => column.notNull().unique())
      .addColumn("digest", types.key, (column) => column.notNull().unique())
      .addColumn("scope", types.key, (column) => column.notNull())
      .addColumn("collections", types.json)
      .addColumn("created_at", types.timestamp, (column) => column.notNull())
      .addColumn("expires_at", types.timestamp)
      .addColumn("revoked_at", types.timestamp)
      .execute();
  },
});
