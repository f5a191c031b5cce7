import type { SchemaChange } from "./schema-editor.ts";

/** Vector version of a passage, and the log of vector writes in flight: vectors being added or removed. */
export const vectorWrites: SchemaChange = async ({ types, createTable, addColumn }) => {
  await addColumn("passages", "vector_version", types.key, "");
  await createTable("vector_writes")
    .addColumn("collection", "bigint", (column) => column.notNull())
    .addColumn("version", types.key, (column) => column.notNull())
    .addColumn("kind", "integer", (column) => column.notNull())
    .addColumn("piece", "integer", (column) => column.notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .addColumn("ids", types.json, (column) => column.notNull())
    .addPrimaryKeyConstraint("vector_writes_key", ["collection", "version", "kind", "piece"])
    .execute();
};
