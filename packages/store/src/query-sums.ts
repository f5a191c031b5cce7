import { compareStrings } from "@quarry/plugin/domain";
import { type Kysely, sql } from "kysely";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { QueryDaysTable, Tables } from "./tables.ts";

export interface CountedQuery {
  readonly query: string;
  readonly count: number;
}

/** A few days more than any clock is ahead. */
const MOST_DAYS = 34;

const KEYS = {
  query_days: ["collection_id", "day", "query_hash"],
  query_sums: ["collection_id", "query_hash"],
} as const;

/**
 * Adds rows of one collection, in the order of their digests, in which everybody locks them: to what is there already their counts are
 * added. What goes to a day goes to the sums first, in the same transaction: with its row of sums a query is locked.
 */
export const addCounts = async <Table extends keyof typeof KEYS>(
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  table: Table,
  rows: readonly Tables[Table][],
): Promise<void> => {
  // Days have all columns that sums have: as far as types go, all rows are days.
  await kysely
    .insertInto(table as "query_days")
    .values(rows as readonly QueryDaysTable[])
    .$if(dialect === "sqlite", (insert) =>
      insert.onConflict((conflict) =>
        conflict.columns(KEYS[table]).doUpdateSet({
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

/** Before their days change; on MySQL, where others may add at the same time. */
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

/** Sums up some queries again, of the days from `firstDay` on: whatever was missing in the sums or too much is so no longer. */
export const sumAgain = async (
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  collectionId: string,
  firstDay: number,
  hashes: readonly string[],
): Promise<void> => {
  // Named one by one, so that each row is found by the key.
  const days = Array.from({ length: MOST_DAYS }, (_, index) => firstDay + index);
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

/** The queries that were counted most, first; equal counts by text. Which of equal ones are the last, nobody has a say in. */
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
    // Written out, for SQLite has an index of those alone that found nothing.
    .where(counted, ">", sql.lit(0))
    // The order of the index: sorted by text, all queries that were asked once would be read.
    .orderBy(counted, "desc")
    .limit(limit)
    .execute();
  return rows
    .map(({ query, count }) => ({ query, count: Number(count) }))
    .toSorted((a, b) => b.count - a.count || compareStrings(a.query, b.query));
};
