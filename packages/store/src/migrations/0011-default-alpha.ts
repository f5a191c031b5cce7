import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn } from "./create.ts";

/** Default weight of the semantic score in a collection's hybrid queries. */
export const defaultAlpha = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, types.dialect, "collections", "default_alpha", sql`double precision`, (column) => column);
  },
});
