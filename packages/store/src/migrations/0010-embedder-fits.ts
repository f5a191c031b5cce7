import type { SchemaChange } from "./schema-editor.ts";

/** State that embedders have learned from collections, and how much the collections have changed since. */
export const embedderFits: SchemaChange = async ({ types, createTable, addColumn }) => {
  await addColumn("collections", "chunk_churn", "bigint", 0);
  await createTable("embedder_fits")
    .addColumn("collection_id", types.id, (column) => column.primaryKey())
    .addColumn("number", "bigint", (column) => column.notNull())
    .addColumn("provider", types.key, (column) => column.notNull())
    .addColumn("model", types.key, (column) => column.notNull())
    .addColumn("dimension", "integer", (column) => column.notNull())
    .addColumn("method", types.key, (column) => column.notNull())
    .addColumn("chunk_count", "bigint", (column) => column.notNull())
    .addColumn("chunk_churn", "bigint", (column) => column.notNull())
    .addForeignKeyConstraint("embedder_fits_of_collection", ["collection_id"], "collections", ["id"], (constraint) =>
      constraint.onDelete("cascade"),
    )
    .execute();
  await createTable("embedder_fit_pieces")
    .addColumn("collection_id", types.id, (column) => column.notNull())
    .addColumn("piece", "integer", (column) => column.notNull())
    .addColumn("data", types.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint("embedder_fit_pieces_key", ["collection_id", "piece"])
    .addForeignKeyConstraint(
      "embedder_fit_pieces_of_collection",
      ["collection_id"],
      "collections",
      ["id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
};
