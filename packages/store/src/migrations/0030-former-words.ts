import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { createTable } from "./create.ts";

/** Stores that had a collection's terms before the current one, until the terms are removed there. */
export const formerWords = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await createTable(kysely, "former_words")
      .addColumn("collection", "bigint", (column) => column.notNull())
      .addColumn("place", types.key, (column) => column.notNull())
      .addColumn("since", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("former_words_pk", ["collection", "place"])
      .execute();
  },
});
