import { sql } from "kysely";
import type { SchemaChange, SchemaEditor } from "./schema-editor.ts";

/**
 * Indexes for reads that scanned whole tables on a request or every second. They now read the first rows, or a page, of
 * an index.
 */
export const boundedReads: SchemaChange = async (schema) => {
  const { types, createIndex, dropIndex } = schema;
  await sumQueries(schema);
  // Any number of rows can be equal. MySQL appends the primary key to every index.
  if (types.dialect === "mysql") return;
  await dropIndex("collections", "collections_by_size");
  await createIndex("collections", "collections_by_size", "embedding_provider", "chunk_count", "id");
  await dropIndex("index_changes", "index_changes_by_state");
  await createIndex("index_changes", "index_changes_by_state", "state", "id");
};

/**
 * Total count of each query over all retained days, so that the most frequent ones come first in an index. Computes the
 * sums once: some seconds for a million rows of days. Counts added later by a process of an older version are missing
 * in them until that day expires. Days are deleted by collection, so their index by day is dropped.
 */
const sumQueries = async ({ kysely, types, createTable, createIndex, dropIndex }: SchemaEditor): Promise<void> => {
  await createTable("query_sums")
    .addColumn("collection_id", types.id, (column) => column.notNull())
    .addColumn("query_hash", types.key, (column) => column.notNull())
    .addColumn("query", types.text, (column) => column.notNull())
    .addColumn("query_count", "bigint", (column) => column.notNull())
    .addColumn("empty_count", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("query_sums_key", ["collection_id", "query_hash"])
    .execute();
  const counted = await sql<{ id: string }>`select distinct collection_id as id from query_days`.execute(kysely);
  for (const { id } of counted.rows) {
    // A retry replaces the rows of an earlier attempt.
    await sql`delete from query_sums where collection_id = ${id}`.execute(kysely);
    await sql`insert into query_sums (collection_id, query_hash, query, query_count, empty_count)
        select collection_id, query_hash, min(query), sum(query_count), sum(empty_count) from query_days
        where collection_id = ${id} group by collection_id, query_hash order by query_hash`.execute(kysely);
  }
  await createIndex("query_sums", "query_sums_by_count", "collection_id", "query_count");
  if (types.dialect === "mysql") {
    await createIndex("query_sums", "query_sums_by_empty", "collection_id", "empty_count");
  } else {
    // Partial index: most queries have results and cost it nothing.
    await sql`create index query_sums_by_empty on query_sums (collection_id, empty_count) where empty_count > 0`.execute(
      kysely,
    );
  }
  await dropIndex("query_days", "query_days_by_day");
};
