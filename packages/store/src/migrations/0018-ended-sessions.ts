import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { createIndex, createTable } from "./create.ts";

/** Console sessions that were signed out before their expiry, visible to all processes. */
export const endedSessions = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await createTable(kysely, "ended_sessions")
      .addColumn("digest", types.key, (column) => column.primaryKey())
      .addColumn("ended_at", "bigint", (column) => column.notNull())
      .addColumn("kept_until", "bigint", (column) => column.notNull())
      .execute();
    await createIndex(kysely, types.dialect, "ended_sessions", "ended_sessions_ended_at", ["ended_at"]);
    await createIndex(kysely, types.dialect, "ended_sessions", "ended_sessions_kept_until", ["kept_until"]);
  },
});
