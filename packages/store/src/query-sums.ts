import { compareStrings } from "@quarry/plugin/domain";
import { type Kysely, sql } from "kysely";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { QueryDaysTable, Tables } from "./tables.ts";

export interface CountedQuery {
  readonly query: string;
  readonly count: number;
}

/** Upper bound of the retained days: a few more, because clocks can be ahead. */
const MAX_DAYS = 34;

const KEY_COLUMNS = {
  query_days: ["collection_id", "day", "query_hash"],
  query_sums: ["collection_id", "query_hash"],
} as const;

/**
 * Adds the counts of one collection's rows to the stored ones, in digest order, which is the lock order of all writers.
 * Counts for a day are added to the sums first, in the same transaction: the row of sums is the lock of a query.
 */
export const addCounts = async <Table extends keyof typeof KEY_COLUMNS>(
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  table: Table,
  rows: readonly Tables[Table][],
): Promise<void> => {
  // Days have all columns of sums, so for the type checker all rows are days.
  await kysely
    .insertInto(table as "query_days")
    .values(rows as readonly QueryDaysTable[])
    .$if(dialect === "sqlite", (insert) =>
      insert.onConflict((conflict) =>
        conflict.columns(KEY_COLUMNS[table]).doUpdateSet({
          query_count: sql<number>`${sql.table(table)}.query_count + excluded.query_count`,
          empty_count: sql<number>`${sql.table(table)}.empty_count + excluded.empty_count`,
        }),
      ),
    )
    .$if(dialect === "mysql", (insert) =>
      insert.onDuplicateKeyUpdate({
        query_count: sql<number>`query_count + values(query_count)`,
        empty_count: sql<number>`empty_count + values(empty_count)`,
      }),
    )
    .execute();
};

/** Locks the sums before their days change. Only on MySQL, where others can add concurrently. */
export const lockSums = async (
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  collectionId: string,
  hashes: readonly string[],
): Promise<void> => {
  if (dialect === "sqlite") return;
  await kysely
    .selectFrom("query_sums")
    .select("query_hash")
    .where("collection_id", "=", collectionId)
    .where("query_hash", "in", hashes)
    .orderBy("query_hash")
    .forUpdate()
    .execute();
};

/** Recomputes the sums of some queries over the days from `firstDay` on, which also corrects wrong sums. */
export const recomputeSums = async (
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  collectionId: string,
  firstDay: number,
  hashes: readonly string[],
): Promise<void> => {
  // Lists each day, so that each row is found by the key.
  const days = Array.from({ length: MAX_DAYS }, (_, index) => firstDay + index);
  const sums = await kysely
    .selectFrom("query_days")
    .select((select) => [
      "query_hash",
      select.fn.min("query").as("query"),
      select.fn.sum<number>("query_count").as("query_count"),
      select.fn.sum<number>("empty_count").as("empty_count"),
    ])
    .where("collection_id", "=", collectionId)
    .where("day", "in", days)
    .where("query_hash", "in", hashes)
    .groupBy("query_hash")
    .orderBy("query_hash")
    .execute();
  await kysely
    .deleteFrom("query_sums")
    .where("collection_id", "=", collectionId)
    .where("query_hash", "in", hashes)
    .execute();
  if (sums.length === 0) return;
  const rows = sums.map((row) => ({ collection_id: collectionId, ...row }));
  await addCounts(kysely, dialect, "query_sums", rows);
};

/**
 * Returns the queries with the highest counts. Equal counts are in text order; which of them fall off at the limit is
 * arbitrary.
 */
export const frequentQueries = async (
  kysely: Kysely<Tables>,
  counted: "query_count" | "empty_count",
  collectionId: string,
  limit: number,
): Promise<readonly CountedQuery[]> => {
  const rows = await kysely
    .selectFrom("query_sums")
    .select(["query", `${counted} as count`])
    .where("collection_id", "=", collectionId)
    // A literal, because SQLite has a partial index of queries without results.
    .where(counted, ">", sql.lit(0))
    // Uses the index order: sorting by text would read all queries that were made once.
    .orderBy(counted, "desc")
    .limit(limit)
    .execute();
  return rows
    .map(({ query, count }) => ({ query, count: Number(count) }))
    .toSorted((a, b) => b.count - a.count || compareStrings(a.query, b.query));
};
