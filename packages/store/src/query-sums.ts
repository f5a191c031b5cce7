import { compareStrings } from "@quarry/plugin/domain";
import { type Kysely, sql } from "kysely";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { QuerySumsTable, Tables } from "./tables.ts";

export interface CountedQuery {
  readonly query: string;
  readonly count: number;
}

/** A few days more than any clock is ahead. */
const MOST_DAYS = 34;

/**
 * Adds what is about to be added to a day, in the same transaction: with the row of sums a query is locked, so the sums come
 * first. The rows are of one collection and in the order of their digests, in which everybody locks them.
 */
export const addToSums = async (
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  rows: readonly QuerySumsTable[],
): Promise<void> => {
  await kysely
    .insertInto("query_sums")
    .values(rows)
    .$if(dialect === "sqlite", (insert) =>
      insert.onConflict((conflict) =>
        conflict.columns(["collection_id", "query_hash"]).doUpdateSet({
          query_count: sql<number>`query_sums.query_count + excluded.query_count`,
          empty_count: sql<number>`query_sums.empty_count + excluded.empty_count`,
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

/** Sums up some queries anew, of the days from `firstDay` on: whatever was missing in the sums or too much is so no longer. */
export const sumAgain = async (
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  collectionId: string,
  firstDay: number,
  hashes: readonly string[],
): Promise<void> => {
  // Named one by one, so that each row is found by the key.
  const days = Array.from({ length: MOST_DAYS }, (_, place) => firstDay + place);
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
  await addToSums(kysely, dialect, rows);
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
