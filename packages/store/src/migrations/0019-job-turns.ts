import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn, createIndex } from "./create.ts";

/**
 * Caller that a job belongs to, and its state in the queue: 0 running or ended, 1 due, 2 not due yet (checked when
 * due). Existing waiting jobs start as 2, and so do jobs that an older version still writes.
 */
export const jobTurns = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, types.dialect, "jobs", "caller", types.key, (column) => column.notNull().defaultTo(""));
    await addColumn(kysely, types.dialect, "jobs", "line", "integer", (column) => column.notNull().defaultTo(2));
    await sql`update jobs set line = 0 where state <> 'queued' and line <> 0`.execute(kysely);
    await sql`update jobs set family = '' where family is null`.execute(kysely);
    const index = (name: string, ...columns: string[]) => createIndex(kysely, types.dialect, "jobs", name, columns);
    // Finds the next caller, the next family of a caller and the first job of a family with one seek each.
    await index("jobs_turns", "kind", "line", "caller", "family", "run_at", "seq");
    await index("jobs_later", "kind", "line", "run_at");
  },
});
