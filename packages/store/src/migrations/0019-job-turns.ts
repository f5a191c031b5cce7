import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn, createIndex } from "./create.ts";

/**
 * Caller that a job is done for, and its state in the queue: 0 not queued, 1 queued, 2 checked when it is due. Jobs
 * that waited before begin as 2, and so do those that an older version still writes.
 */
export const jobTurns = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, types.dialect, "jobs", "caller", types.key, (column) => column.notNull().defaultTo(""));
    await addColumn(kysely, types.dialect, "jobs", "line", "integer", (column) => column.notNull().defaultTo(2));
    await sql`update jobs set line = 0 where state <> 'queued' and line <> 0`.execute(kysely);
    await sql`update jobs set family = '' where family is null`.execute(kysely);
    const index = (name: string, ...columns: string[]) => createIndex(kysely, types.dialect, "jobs", name, columns);
    // From caller to caller, from family to family of one, and to the first of a family, each in one step.
    await index("jobs_turns", "kind", "line", "caller", "family", "run_at", "seq");
    await index("jobs_later", "kind", "line", "run_at");
  },
});
