import type { SchemaChange } from "./schema-editor.ts";

/** Query statistics aggregated by hour, and the count of each query by day. */
export const queryAnalytics: SchemaChange = async ({ types, createTable, createIndex }) => {
  await createTable("query_hours")
    .addColumn("collection_id", types.id, (column) => column.notNull())
    .addColumn("hour", "bigint", (column) => column.notNull())
    .addColumn("query_count", "bigint", (column) => column.notNull())
    .addColumn("latency_ms", "double precision", (column) => column.notNull())
    .addColumn("result_count", "bigint", (column) => column.notNull())
    .addColumn("score", "double precision", (column) => column.notNull())
    .addPrimaryKeyConstraint("query_hours_key", ["collection_id", "hour"])
    .execute();
  await createTable("query_days")
    .addColumn("collection_id", types.id, (column) => column.notNull())
    .addColumn("day", "bigint", (column) => column.notNull())
    .addColumn("query_hash", types.key, (column) => column.notNull())
    .addColumn("query", types.text, (column) => column.notNull())
    .addColumn("query_count", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("query_days_key", ["collection_id", "day", "query_hash"])
    .execute();
  await createIndex("query_hours", "query_hours_by_hour", "hour");
  await createIndex("query_days", "query_days_by_day", "day");
};
