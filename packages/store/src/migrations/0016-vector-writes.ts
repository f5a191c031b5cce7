import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn, createTable } from "./create.ts";

/** Vector version of a passage, and the log of vector writes in flight: vectors being added or removed. */
export const vectorWrites = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, types.dialect, "passages", "vector_version", types.key, (column) =>
      column.notNull().defaultTo(""),
    );
    await createTable(kysely, "vector_writes")
      .addColumn("collection", "bigint", (column) => column.notNull())
      .addColumn("version", types.key, (column) => column.notNull())
      .addColumn("kind", "integer", (column) => column.notNull())
      .addColumn("piece", "integer", (column) => column.notNull())
      .addColumn("since", "bigint", (column) => column.notNull())
      .addColumn("ids", types.json, (column) => column.notNull())
      .addPrimaryKeyConstraint("vector_writes_key", ["collection", "version", "kind", "piece"])
      .execute();
  },
});
