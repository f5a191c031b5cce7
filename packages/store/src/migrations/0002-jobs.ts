import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { createIndex, createTable } from "./create.ts";

/**
 * Durable queue of `@quarry/jobs`. It is in this database so that a document and its job are written in one
 * transaction.
 */
export const jobs = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await createTable(kysely, "jobs")
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
    const index = (name: string, ...columns: string[]) => createIndex(kysely, types.dialect, "jobs", name, columns);
    // Claims seek the first entry of each kind. The other indexes serve cancellation, expired leases, counts and
    // pruning.
    await index("jobs_ready", "kind", "state", "run_at", "seq");
    await index("jobs_leased", "kind", "state", "lease_until");
    await index("jobs_of_subject", "subject");
    await index("jobs_finished", "state", "finished_at");
    await createTable(kysely, "job_totals")
      .addColumn("kind", types.key, (column) => column.notNull())
      .addColumn("state", types.key, (column) => column.notNull())
      .addColumn("total", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("job_totals_key", ["kind", "state"])
      .execute();
  },
});
