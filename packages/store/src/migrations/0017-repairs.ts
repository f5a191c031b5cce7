import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn } from "./create.ts";

/** Progress of a repair of a collection's index: what it has rebuilt, and what it could not. */
export const repairs = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, types.dialect, "index_changes", "repair", types.json, (column) => column);
  },
});
