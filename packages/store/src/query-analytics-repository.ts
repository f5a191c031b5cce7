import { createHash } from "node:crypto";
import { slicesOf } from "@quarry/plugin/domain";
import { Context, Effect, Layer } from "effect";
import type { ExpressionBuilder, Kysely } from "kysely";
import { Database, type DatabaseService } from "./database.ts";
import { inTransaction } from "./in-transaction.ts";
import type { SqlDialect } from "./migrations/column-types.ts";
import { countRows } from "./page.ts";
import type { StoreError } from "./store-error.ts";
import { pruneQueries } from "./query-analytics-removal.ts";
import { addCounts, type CountedQuery, frequentQueries } from "./query-sums.ts";
import type { Tables } from "./tables.ts";

/** Sums over the queries of one collection in one hour. */
export interface QueryHour {
  readonly collectionId: string;
  /** Hours since 1970, UTC. */
  readonly hour: number;
  readonly queryCount: number;
  /** Total latency in milliseconds. */
  readonly latencyMs: number;
  /** Total number of results. */
  readonly resultCount: number;
  /** Total of the results' scores. */
  readonly score: number;
  /** Number of queries without a result. */
  readonly emptyCount: number;
}

/** Counts of a query in one collection on one day. */
export interface QueryDay {
  readonly collectionId: string;
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly query: string;
  readonly count: number;
  /** Number of times without a result. */
  readonly emptyCount: number;
}

export type QuerySums = Omit<QueryHour, "collectionId" | "hour">;

export interface QueryAnalyticsRepositoryService {
  /** Adds to the stored counts, in several transactions if there are many: a failure can leave some of them counted. */
  readonly add: (hours: readonly QueryHour[], days: readonly QueryDay[]) => Effect.Effect<void, StoreError>;
  /** Returns the sums from this hour on, zeros if there are none. */
  readonly sumsSince: (collectionId: string, hour: number) => Effect.Effect<QuerySums, StoreError>;
  /** Returns the most frequent queries over all retained days. Equal counts are in text order. */
  readonly topQueries: (collectionId: string, limit: number) => Effect.Effect<readonly CountedQuery[], StoreError>;
  /**
   * Returns the queries that were most often without a result. Equal counts are in text order. The count is of the
   * times without a result.
   */
  readonly emptyQueries: (collectionId: string, limit: number) => Effect.Effect<readonly CountedQuery[], StoreError>;
  /** Lists the hours with queries from this one on, oldest first. */
  readonly hoursSince: (
    collectionId: string,
    hour: number,
  ) => Effect.Effect<readonly Omit<QueryHour, "collectionId">[], StoreError>;
  /**
   * Deletes older rows and rows of removed collections. All processes use one clock: no process shows rows that another
   * deletes.
   */
  readonly prune: (beforeHour: number, beforeDay: number) => Effect.Effect<void, StoreError>;
  readonly currentTimeMillis: DatabaseService["currentTimeMillis"];
}

/** Distinct queries stored per collection and day. Beyond that only known queries are counted. Bounds the table. */
const MAX_QUERIES_PER_DAY = 10_000;

const makeRepository = (database: DatabaseService): QueryAnalyticsRepositoryService => ({
  add: (hours, days) =>
    Effect.gen(function* () {
      // In a fixed order, so that processes that add to the same rows can't deadlock. Hours come last: a reader of the
      // hours then finds the queries that they count.
      const writes = [...dayWrites(days, database.dialect), ...hourWrites(hours, database.dialect)];
      for (const group of groupByCost(writes)) {
        yield* inTransaction(database, async (kysely) => {
          for (const { write } of group) await write(kysely);
        });
        yield* Effect.yieldNow;
      }
    }),
  sumsSince: (collectionId, hour) => database.read((kysely) => sumsSince(kysely, collectionId, hour)),
  topQueries: (collectionId, limit) =>
    database.read((kysely) => frequentQueries(kysely, "query_count", collectionId, limit)),
  emptyQueries: (collectionId, limit) =>
    database.read((kysely) => frequentQueries(kysely, "empty_count", collectionId, limit)),
  hoursSince: (collectionId, hour) => database.read((kysely) => hoursSince(kysely, collectionId, hour)),
  prune: (beforeHour, beforeDay) => pruneQueries(database, beforeHour, beforeDay),
  currentTimeMillis: database.currentTimeMillis,
});

export class QueryAnalyticsRepository extends Context.Service<
  QueryAnalyticsRepository,
  QueryAnalyticsRepositoryService
>()("@quarry/store/QueryAnalyticsRepository") {
  static readonly layer = Layer.effect(QueryAnalyticsRepository, Effect.map(Database, makeRepository));
}

/** One write of an addition. */
interface Write {
  /** Cost, measured in query rows. */
  readonly cost: number;
  readonly write: (kysely: Kysely<Tables>) => Promise<void>;
}

/**
 * Maximum cost per transaction. The main thread writes to SQLite: the counts of two seconds of a busy service must not
 * block it at once.
 */
const MAX_TRANSACTION_COST = 100;
const HOUR_COST = 2;

/** Builds writes of one collection and day each. */
const dayWrites = (days: readonly QueryDay[], dialect: SqlDialect): readonly Write[] =>
  [...Map.groupBy(days.toSorted(byDay), ({ collectionId, day }) => `${day} ${collectionId}`).values()]
    .flatMap((ofDay) => slicesOf(ofDay, MAX_TRANSACTION_COST))
    .map((slice) => ({ cost: slice.length, write: (kysely) => addDays(kysely, dialect, slice) }));

const hourWrites = (hours: readonly QueryHour[], dialect: SqlDialect): readonly Write[] =>
  hours.toSorted(byHour).map((hour) => ({ cost: HOUR_COST, write: (kysely) => addHour(kysely, dialect, hour) }));

/** Groups writes into transactions by their cost. */
const groupByCost = (writes: readonly Write[]): readonly (readonly Write[])[] => {
  const groups: Write[][] = [];
  let remainingCost = 0;
  for (const write of writes) {
    remainingCost -= write.cost;
    if (remainingCost < 0 || groups.length === 0) {
      groups.push([]);
      remainingCost = MAX_TRANSACTION_COST - write.cost;
    }
    groups.at(-1)!.push(write);
  }
  return groups;
};

const byHour = (one: QueryHour, other: QueryHour): number =>
  compare(one.collectionId, other.collectionId) || one.hour - other.hour;

const byDay = (one: QueryDay, other: QueryDay): number =>
  compare(one.collectionId, other.collectionId) || one.day - other.day || compare(one.query, other.query);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Updates, or else inserts. On MySQL another process can insert in between; then the insert becomes an update. */
const addHour = async (kysely: Kysely<Tables>, dialect: SqlDialect, hour: QueryHour): Promise<void> => {
  const added = (row: ExpressionBuilder<Tables, "query_hours">) => ({
    query_count: row("query_count", "+", hour.queryCount),
    latency_ms: row("latency_ms", "+", hour.latencyMs),
    result_count: row("result_count", "+", hour.resultCount),
    score: row("score", "+", hour.score),
    empty_count: row("empty_count", "+", hour.emptyCount),
  });
  const updated = await kysely
    .updateTable("query_hours")
    .set(added)
    .where("collection_id", "=", hour.collectionId)
    .where("hour", "=", hour.hour)
    .executeTakeFirst();
  if (updated.numUpdatedRows > 0n) return;
  await kysely
    .insertInto("query_hours")
    .values({
      collection_id: hour.collectionId,
      hour: hour.hour,
      query_count: hour.queryCount,
      latency_ms: hour.latencyMs,
      result_count: hour.resultCount,
      score: hour.score,
      empty_count: hour.emptyCount,
    })
    .$if(dialect === "mysql", (query) => query.onDuplicateKeyUpdate(added))
    .execute();
};

/** Adds queries of one collection and day: known ones are always counted, new ones while there is room. */
const addDays = async (kysely: Kysely<Tables>, dialect: SqlDialect, days: readonly QueryDay[]): Promise<void> => {
  const { collectionId, day } = days[0]!;
  const rows = days
    .map(({ query, count, emptyCount }) => ({
      collection_id: collectionId,
      query_hash: createHash("sha256").update(query).digest("hex"),
      query,
      query_count: count,
      empty_count: emptyCount,
    }))
    .toSorted((one, other) => compare(one.query_hash, other.query_hash));
  const ofDay = kysely.selectFrom("query_days").where("collection_id", "=", collectionId).where("day", "=", day);
  const hashes = rows.map(({ query_hash }) => query_hash);
  const found = await ofDay.select("query_hash").where("query_hash", "in", hashes).execute();
  const known = new Set(found.map(({ query_hash }) => query_hash));
  let capacity = 0;
  if (known.size < rows.length) capacity = MAX_QUERIES_PER_DAY - (await countRows(ofDay));
  const counted = rows.filter(({ query_hash }) => known.has(query_hash) || (capacity -= 1) >= 0);
  if (counted.length === 0) return;
  await addCounts(kysely, dialect, "query_sums", counted);
  await addCounts(
    kysely,
    dialect,
    "query_days",
    counted.map((row) => ({ ...row, day })),
  );
};

const sumsSince = async (kysely: Kysely<Tables>, collectionId: string, hour: number): Promise<QuerySums> => {
  const sums = await kysely
    .selectFrom("query_hours")
    .select((select) => [
      select.fn.sum<number | null>("query_count").as("queryCount"),
      select.fn.sum<number | null>("latency_ms").as("latencyMs"),
      select.fn.sum<number | null>("result_count").as("resultCount"),
      select.fn.sum<number | null>("score").as("score"),
      select.fn.sum<number | null>("empty_count").as("emptyCount"),
    ])
    .where("collection_id", "=", collectionId)
    .where("hour", ">=", hour)
    .executeTakeFirstOrThrow();
  return {
    queryCount: Number(sums.queryCount ?? 0),
    latencyMs: Number(sums.latencyMs ?? 0),
    resultCount: Number(sums.resultCount ?? 0),
    score: Number(sums.score ?? 0),
    emptyCount: Number(sums.emptyCount ?? 0),
  };
};

const hoursSince = async (kysely: Kysely<Tables>, collectionId: string, hour: number) => {
  const rows = await kysely
    .selectFrom("query_hours")
    .selectAll()
    .where("collection_id", "=", collectionId)
    .where("hour", ">=", hour)
    .orderBy("hour")
    .execute();
  return rows.map((row) => ({
    hour: Number(row.hour),
    queryCount: Number(row.query_count),
    latencyMs: row.latency_ms,
    resultCount: Number(row.result_count),
    score: row.score,
    emptyCount: Number(row.empty_count),
  }));
};
