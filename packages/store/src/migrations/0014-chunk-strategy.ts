import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn } from "./create.ts";

/** Chunking strategy of a collection. */
export const chunkStrategy = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, types.dialect, "collections", "chunk_strategy", types.key, (column) => column);
  },
});
