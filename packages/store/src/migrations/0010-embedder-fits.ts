import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn, createTable } from "./create.ts";

/** State that embedders have learned from collections, and how much the collections have changed since. */
export const embedderFits = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, types.dialect, "collections", "chunk_churn", "bigint", (column) =>
      column.notNull().defaultTo(0),
    );
    await createTable(kysely, "embedder_fits")
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
    await createTable(kysely, "embedder_fit_pieces")
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
  },
});
