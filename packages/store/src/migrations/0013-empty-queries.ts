import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn } from "./create.ts";

/** How many queries found nothing, by hour and by text. Of those counted before, nobody knows: they count as answered. */
export const emptyQueries = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    for (const table of ["query_hours", "query_days"]) {
      await addColumn(kysely, types.dialect, table, "empty_count", "bigint", (column) => column.notNull().defaultTo(0));
    }
  },
});
