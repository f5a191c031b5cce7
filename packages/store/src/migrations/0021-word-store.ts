import { sql } from "kysely";
import type { SchemaChange } from "./schema-editor.ts";

/**
 * Keyword search in an external store: name of the store with the terms of a collection's passages, progress of writing
 * them there, writes in flight, and the exact counts for scoring. Drops the postings in this database.
 */
export const wordStore: SchemaChange = async ({ kysely, types, createTable, addColumn, createIndex, dropColumn }) => {
  await addColumn("passage_collections", "live_count", "bigint", 0);
  await addColumn("passage_collections", "live_length", "bigint", 0);
  // No version and no store: all existing terms are rebuilt from the texts.
  await addColumn("passage_collections", "words_version", "integer", 0);
  await addColumn("passage_collections", "words_place", types.key, "");
  await addColumn("passage_collections", "words_filled", "bigint");
  await addColumn("passage_collections", "words_end", "bigint", 0);
  await addColumn("passage_collections", "words_since", "bigint", 0);
  await sql`update passage_collections set
    live_count = (select count(*) from passages p where p.collection = passage_collections.number),
    live_length = (select coalesce(sum(p.length), 0) from passages p
      where p.collection = passage_collections.number)`.execute(kysely);
  await createTable("word_writes")
    .addColumn("number", types.autoIncrement, (column) => column.autoIncrement().primaryKey())
    .addColumn("collection", "bigint", (column) => column.notNull())
    .addColumn("kind", "integer", (column) => column.notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .addColumn("seqs", types.json, (column) => column.notNull())
    .execute();
  await createIndex("word_writes", "word_writes_by_collection", "collection", "kind");
  for (const table of ["passage_segments", "passage_deletions", "passage_blocks"]) {
    await kysely.schema.dropTable(table).ifExists().execute();
  }
  for (const column of ["next_segment", "postings_version"]) {
    await dropColumn("passage_collections", column);
  }
};
