import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { createIndex, createTable, dropIndex } from "./create.ts";

/**
 * Indexes for reads that scanned whole tables on a request or every second. They now read the first rows, or a page, of
 * an index.
 */
export const boundedReads = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await sumQueries(kysely, types);
    // Any number of rows can be equal. MySQL appends the primary key to every index.
    if (types.dialect === "mysql") return;
    const remake = async (table: string, name: string, columns: readonly string[]) => {
      await dropIndex(kysely, types.dialect, table, name);
      await createIndex(kysely, types.dialect, table, name, columns);
    };
    await remake("collections", "collections_by_size", ["embedding_provider", "chunk_count", "id"]);
    await remake("index_changes", "index_changes_by_state", ["state", "id"]);
  },
});

/**
 * Total count of each query over all retained days, so that the most frequent ones come first in an index. Computes the
 * sums once: some seconds for a million rows of days. Counts added later by a process of an older version are missing
 * in them until that day expires. Days are deleted by collection, so their index by day is dropped.
 */
const sumQueries = async (kysely: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await createTable(kysely, "query_sums")
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
  await createIndex(kysely, types.dialect, "query_sums", "query_sums_by_count", ["collection_id", "query_count"]);
  if (types.dialect === "mysql") {
    await createIndex(kysely, types.dialect, "query_sums", "query_sums_by_empty", ["collection_id", "empty_count"]);
  } else {
    // Partial index: most queries have results and cost it nothing.
    await sql`create index query_sums_by_empty on query_sums (collection_id, empty_count) where empty_count > 0`.execute(
      kysely,
    );
  }
  await dropIndex(kysely, types.dialect, "query_days", "query_days_by_day");
};
