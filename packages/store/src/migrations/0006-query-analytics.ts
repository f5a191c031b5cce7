import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { createIndex, createTable } from "./create.ts";

/** Query statistics aggregated by hour, and the count of each query by day. */
export const queryAnalytics = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await createTable(kysely, "query_hours")
      .addColumn("collection_id", types.id, (column) => column.notNull())
      .addColumn("hour", "bigint", (column) => column.notNull())
      .addColumn("query_count", "bigint", (column) => column.notNull())
      .addColumn("latency_ms", "double precision", (column) => column.notNull())
      .addColumn("result_count", "bigint", (column) => column.notNull())
      .addColumn("score", "double precision", (column) => column.notNull())
      .addPrimaryKeyConstraint("query_hours_key", ["collection_id", "hour"])
      .execute();
    await createTable(kysely, "query_days")
      .addColumn("collection_id", types.id, (column) => column.notNull())
      .addColumn("day", "bigint", (column) => column.notNull())
      .addColumn("query_hash", types.key, (column) => column.notNull())
      .addColumn("query", types.text, (column) => column.notNull())
      .addColumn("query_count", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("query_days_key", ["collection_id", "day", "query_hash"])
      .execute();
    await createIndex(kysely, types.dialect, "query_hours", "query_hours_by_hour", ["hour"]);
    await createIndex(kysely, types.dialect, "query_days", "query_days_by_day", ["day"]);
  },
});
