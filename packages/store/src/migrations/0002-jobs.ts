import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";

/** The durable queue of `@quarry/jobs`. It lives here so that a document and its job are written in one transaction. */
export const jobs = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await kysely.schema
      .createTable("jobs")
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
    const index = (name: string) => kysely.schema.createIndex(name).on("jobs");
    // Claims seek the head of each kind; the rest serve cancellation, expired leases, counts and pruning.
    await index("jobs_ready").columns(["kind", "state", "run_at", "seq"]).execute();
    await index("jobs_leased").columns(["kind", "state", "lease_until"]).execute();
    await index("jobs_of_subject").columns(["subject"]).execute();
    await index("jobs_finished").columns(["state", "finished_at"]).execute();
    await kysely.schema
      .createTable("job_totals")
      .addColumn("kind", types.key, (column) => column.notNull())
      .addColumn("state", types.key, (column) => column.notNull())
      .addColumn("total", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("job_totals_key", ["kind", "state"])
      .execute();
  },
});
