import { compareStrings } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { Kysely } from "kysely";
import type { DatabaseService } from "./database.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";

/** Days since 1970, UTC, both included. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

export interface CountedQuery {
  readonly query: string;
  readonly count: number;
}

interface Wanted {
  readonly collectionId: string;
  readonly days: DayRange;
  /** Most queries. */
  readonly limit: number;
}

/**
 * SQLite is read on the main thread, and a month of a busy collection has 300,000 rows: half a second. So they are counted in
 * parts, by the first digit of the queries' digests, and others have their turn in between. What a query counts is in one part.
 */
const PARTS = "0123456789abcdef";
const LAST_PART = "f";

/** The queries that were counted most, first; equal counts by text. */
export const frequentQueries = Effect.fnUntraced(function* (
  database: DatabaseService,
  counted: "query_count" | "empty_count",
  wanted: Wanted,
): Effect.fn.Return<readonly CountedQuery[], StoreError> {
  if (database.dialect === "mysql") return yield* database.read((kysely) => readPart(kysely, counted, wanted));
  let best: readonly CountedQuery[] = [];
  for (const digit of PARTS) {
    const part = yield* database.read((kysely) => readPart(kysely, counted, wanted, digit));
    best = [...best, ...part].toSorted(byCount).slice(0, wanted.limit);
    yield* Effect.yieldNow;
  }
  return best;
});

const byCount = (a: CountedQuery, b: CountedQuery): number => b.count - a.count || compareStrings(a.query, b.query);

/** Of the queries whose digests begin with a digit, or of all. */
const readPart = async (
  kysely: Kysely<Tables>,
  counted: "query_count" | "empty_count",
  { collectionId, days: { first, last }, limit }: Wanted,
  digit?: string,
): Promise<readonly CountedQuery[]> => {
  // Named one by one, so that a part of each is found by the key.
  const days = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  let rows = kysely.selectFrom("query_days").where("collection_id", "=", collectionId).where("day", "in", days);
  if (digit !== undefined) rows = rows.where("query_hash", ">=", digit);
  if (digit !== undefined && digit !== LAST_PART) {
    rows = rows.where("query_hash", "<", PARTS[PARTS.indexOf(digit) + 1]!);
  }
  const found = await rows
    .select((select) => ["query_hash", select.fn.min("query").as("query"), select.fn.sum<number>(counted).as("count")])
    .where(counted, ">", 0)
    .groupBy("query_hash")
    .orderBy("count", "desc")
    .orderBy("query")
    .limit(limit)
    .execute();
  return found.map(({ query, count }) => ({ query, count: Number(count) }));
};
