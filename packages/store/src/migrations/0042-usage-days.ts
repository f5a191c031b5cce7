import type { SchemaChange } from "./schema-editor.ts";

/** Usage by day, once by collection (its id) and once by key (its name). */
export const usageDays: SchemaChange = async ({ types, createTable }) => {
  await createTable("usage_days")
    .addColumn("grouping_kind", types.key, (column) => column.notNull())
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("subject", types.key, (column) => column.notNull())
    .addColumn("request_count", "bigint", (column) => column.notNull())
    .addColumn("query_count", "bigint", (column) => column.notNull())
    .addColumn("embedded_tokens", "bigint", (column) => column.notNull())
    .addColumn("stored_bytes", "bigint")
    .addPrimaryKeyConstraint("usage_days_key", ["grouping_kind", "day", "subject"])
    .execute();
};
