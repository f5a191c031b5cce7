import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn } from "./create.ts";

/**
 * Numbers of queries without a result, by hour and by text. Queries counted before count as answered: their results are
 * unknown.
 */
export const emptyQueries = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    for (const table of ["query_hours", "query_days"]) {
      await addColumn(kysely, types.dialect, table, "empty_count", "bigint", (column) => column.notNull().defaultTo(0));
    }
  },
});
