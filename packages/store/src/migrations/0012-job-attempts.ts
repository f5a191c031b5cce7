import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn } from "./create.ts";

/**
 * Start of a job's last attempt. The lease doesn't show how long a job has been running, because heartbeats renew it.
 */
export const jobAttempts = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, types.dialect, "jobs", "claimed_at", "bigint", (column) => column);
  },
});
