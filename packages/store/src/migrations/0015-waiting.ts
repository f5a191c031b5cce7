import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn } from "./create.ts";

/**
 * Provider that a job waits for and the start of the wait, so that a restart continues the wait; jobs that wait
 * together; and the source of a document's failure.
 */
export const waiting = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, types.dialect, "jobs", "waits_for", types.key, (column) => column);
    await addColumn(kysely, types.dialect, "jobs", "waits", types.json, (column) => column);
    await addColumn(kysely, types.dialect, "jobs", "family", types.key, (column) => column);
    await addColumn(kysely, types.dialect, "documents", "failed_by", types.key, (column) => column);
  },
});
