import type { SchemaChange } from "./schema-editor.ts";

/**
 * Durable queue of `@quarry/jobs`. It is in this database so that a document and its job are written in one
 * transaction.
 */
export const jobs: SchemaChange = async ({ types, createTable, createIndex }) => {
  await createTable("jobs")
    .addColumn("seq", types.autoIncrement, (column) => column.autoIncrement().primaryKey())
    .addColumn("id", types.key, (column) => column.notNull().unique())
    .addColumn("kind", types.key, (column) => column.notNull())
    .addColumn("subject", types.key, (column) => column.notNull())
    .addColumn("payload", types.json, (column) => column.notNull())
    .addColumn("state", types.key, (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("max_attempts", "integer", (column) => column.notNull())
    .addColumn("run_at", "bigint", (column) => column.notNull())
    .addColumn("lease_until", "bigint")
    .addColumn("owner", types.key)
    .addColumn("error", types.text)
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("finished_at", "bigint")
    .execute();
  // Claims seek the first entry of each kind. The other indexes serve cancellation, expired leases, counts and
  // pruning.
  await createIndex("jobs", "jobs_ready", "kind", "state", "run_at", "seq");
  await createIndex("jobs", "jobs_leased", "kind", "state", "lease_until");
  await createIndex("jobs", "jobs_of_subject", "subject");
  await createIndex("jobs", "jobs_finished", "state", "finished_at");
  await createTable("job_totals")
    .addColumn("kind", types.key, (column) => column.notNull())
    .addColumn("state", types.key, (column) => column.notNull())
    .addColumn("total", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("job_totals_key", ["kind", "state"])
    .execute();
};
