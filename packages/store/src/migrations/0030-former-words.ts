import type { SchemaChange } from "./schema-editor.ts";

/** Stores that had a collection's terms before the current one, until the terms are removed there. */
export const formerWords: SchemaChange = async ({ types, createTable }) => {
  await createTable("former_words")
    .addColumn("collection", "bigint", (column) => column.notNull())
    .addColumn("place", types.key, (column) => column.notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("former_words_pk", ["collection", "place"])
    .execute();
};
