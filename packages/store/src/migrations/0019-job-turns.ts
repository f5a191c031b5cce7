import { sql } from "kysely";
import type { SchemaChange } from "./schema-editor.ts";

/**
 * Caller that a job belongs to, and its state in the queue: 0 running or ended, 1 due, 2 not due yet (checked when
 * due). Existing waiting jobs start as 2, and so do jobs that an older version still writes.
 */
export const jobTurns: SchemaChange = async ({ kysely, types, addColumn, createIndex }) => {
  await addColumn("jobs", "caller", types.key, "");
  await addColumn("jobs", "line", "integer", 2);
  await sql`update jobs set line = 0 where state <> 'queued' and line <> 0`.execute(kysely);
  await sql`update jobs set family = '' where family is null`.execute(kysely);
  // Finds the next caller, the next family of a caller and the first job of a family with one seek each.
  await createIndex("jobs", "jobs_turns", "kind", "line", "caller", "family", "run_at", "seq");
  await createIndex("jobs", "jobs_later", "kind", "line", "run_at");
};
