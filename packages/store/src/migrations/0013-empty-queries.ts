import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn } from "./create.ts";

/**
 * Counts of queries without a result, by hour and by text. Queries counted earlier count as having results: theirs are
 * unknown.
 */
export const emptyQueries = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    for (const table of ["query_hours", "query_days"]) {
      await addColumn(kysely, types.dialect, table, "empty_count", "bigint", (column) => column.notNull().defaultTo(0));
    }
  },
});
