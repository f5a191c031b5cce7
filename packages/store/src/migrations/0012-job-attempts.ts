import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn } from "./create.ts";

/** When a job's last attempt began. Without it nobody could tell how long a job is held: heartbeats renew its lease. */
export const jobAttempts = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, types.dialect, "jobs", "claimed_at", "bigint", (column) => column);
  },
});
