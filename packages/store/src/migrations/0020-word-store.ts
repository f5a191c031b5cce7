import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn, createIndex, createTable } from "./create.ts";

/**
 * Which store has the words of a collection's passages, how far they are written there, what of it is under way, and the
 * exact numbers that scores need.
 */
export const wordStore = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    const add = (name: string, type: "bigint" | ColumnTypes["key"], value: number | string | null) =>
      addColumn(kysely, types.dialect, "passage_collections", name, type, (column) =>
        value === null ? column : column.notNull().defaultTo(value),
      );
    await add("live_count", "bigint", 0);
    await add("live_length", "bigint", 0);
    await add("words_place", types.key, "");
    await add("words_filled", "bigint", null);
    await add("words_end", "bigint", 0);
    await add("words_since", "bigint", 0);
    // Status 1 is that of segments which are searched.
    await sql`update passage_collections set
      live_count = (select coalesce(sum(s.live_count), 0) from passage_segments s
        where s.collection = passage_collections.number and s.status = 1),
      live_length = (select coalesce(sum(s.live_length), 0) from passage_segments s
        where s.collection = passage_collections.number and s.status = 1)`.execute(kysely);
    await createTable(kysely, "word_writes")
      .addColumn("number", types.autoIncrement, (column) => column.autoIncrement().primaryKey())
      .addColumn("collection", "bigint", (column) => column.notNull())
      .addColumn("kind", "integer", (column) => column.notNull())
      .addColumn("since", "bigint", (column) => column.notNull())
      .addColumn("seqs", types.json, (column) => column.notNull())
      .execute();
    await createIndex(kysely, types.dialect, "word_writes", "word_writes_by_collection", ["collection", "kind"]);
  },
});
