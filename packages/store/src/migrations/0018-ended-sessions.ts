import type { SchemaChange } from "./schema-editor.ts";

/** Console sessions that were signed out before their expiry, visible to all processes. */
export const endedSessions: SchemaChange = async ({ types, createTable, createIndex }) => {
  await createTable("ended_sessions")
    .addColumn("digest", types.key, (column) => column.primaryKey())
    .addColumn("ended_at", "bigint", (column) => column.notNull())
    .addColumn("kept_until", "bigint", (column) => column.notNull())
    .execute();
  await createIndex("ended_sessions", "ended_sessions_ended_at", "ended_at");
  await createIndex("ended_sessions", "ended_sessions_kept_until", "kept_until");
};
