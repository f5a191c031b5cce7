import { createHash } from "node:crypto";
import { Context, Effect, Layer } from "effect";
import type { Kysely } from "kysely";
import { Database, type DatabaseService } from "./database.ts";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables } from "./tables.ts";

/** Sums over the queries of one collection in one hour. */
export interface QueryHour {
  readonly collectionId: string;
  /** Hours since 1970, UTC. */
  readonly hour: number;
  readonly queryCount: number;
  /** Sum of milliseconds. */
  readonly latencyMs: number;
  /** Sum of results. */
  readonly resultCount: number;
  /** Sum of the results' scores. */
  readonly score: number;
  /** Queries without a result. */
  readonly emptyCount: number;
}

/** How often a query was asked of one collection on one day. */
export interface QueryDay {
  readonly collectionId: string;
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly query: string;
  readonly count: number;
  /** How often it found nothing. */
  readonly emptyCount: number;
}

export type QuerySums = Omit<QueryHour, "collectionId" | "hour">;

export interface QueryAnalyticsRepositoryService {
  /** Adds to what is stored, in one transaction. */
  readonly add: (hours: readonly QueryHour[], days: readonly QueryDay[]) => Effect.Effect<void, StoreError>;
  /** Sums from this hour on; zeros when there is nothing. */
  readonly sumsSince: (collectionId: string, hour: number) => Effect.Effect<QuerySums, StoreError>;
  /** The most frequent first; equal counts by text. */
  readonly topQueries: (
    collectionId: string,
    sinceDay: number,
    limit: number,
  ) => Effect.Effect<readonly { readonly query: string; readonly count: number }[], StoreError>;
  /** Those that found nothing most often, first; equal counts by text. The count is of the times without a result. */
  readonly emptyQueries: (
    collectionId: string,
    sinceDay: number,
    limit: number,
  ) => Effect.Effect<readonly { readonly query: string; readonly count: number }[], StoreError>;
  /** Every hour from this one on that had a query, oldest first. */
  readonly hoursSince: (
    collectionId: string,
    hour: number,
  ) => Effect.Effect<readonly Omit<QueryHour, "collectionId">[], StoreError>;
  /** Deletes what is older, and what belongs to collections that are gone. */
  readonly prune: (beforeHour: number, beforeDay: number) => Effect.Effect<void, StoreError>;
}

/** Different queries kept for a collection and day; beyond that only known ones count on. Bounds the table. */
const MAX_QUERIES_PER_DAY = 10_000;

export class QueryAnalyticsRepository extends Context.Service<
  QueryAnalyticsRepository,
  QueryAnalyticsRepositoryService
>()("@quarry/store/QueryAnalyticsRepository") {
  static readonly layer: Layer.Layer<QueryAnalyticsRepository, never, Database> = Layer.effect(
    QueryAnalyticsRepository,
    Effect.map(Database, (database) => makeRepository(database)),
  );
}

const makeRepository = (database: DatabaseService): QueryAnalyticsRepositoryService => ({
  add: (hours, days) =>
    database.transaction((transaction) =>
      database.run(async (kysely) => {
        // In one order, so that processes that add to the same rows wait for each other only in one direction.
        for (const hour of hours.toSorted(byHour)) await addHour(kysely, database.dialect, hour);
        for (const day of days.toSorted(byDay)) await addDay(kysely, database.dialect, day);
      }, transaction),
    ),
  sumsSince: (collectionId, hour) => database.read((kysely) => sumsSince(kysely, collectionId, hour)),
  topQueries: (collectionId, sinceDay, limit) =>
    database.read((kysely) => frequentQueries(kysely, "query_count", collectionId, sinceDay, limit)),
  emptyQueries: (collectionId, sinceDay, limit) =>
    database.read((kysely) => frequentQueries(kysely, "empty_count", collectionId, sinceDay, limit)),
  hoursSince: (collectionId, hour) => database.read((kysely) => hoursSince(kysely, collectionId, hour)),
  prune: (beforeHour, beforeDay) =>
    database.transaction((transaction) =>
      database.run(async (kysely) => {
        const alive = kysely.selectFrom("collections").select("id");
        await kysely.deleteFrom("query_hours").where("hour", "<", beforeHour).execute();
        await kysely.deleteFrom("query_days").where("day", "<", beforeDay).execute();
        await kysely.deleteFrom("query_hours").where("collection_id", "not in", alive).execute();
        await kysely.deleteFrom("query_days").where("collection_id", "not in", alive).execute();
      }, transaction),
    ),
});

const byHour = (one: QueryHour, other: QueryHour): number =>
  compare(one.collectionId, other.collectionId) || one.hour - other.hour;

const byDay = (one: QueryDay, other: QueryDay): number =>
  compare(one.collectionId, other.collectionId) || one.day - other.day || compare(one.query, other.query);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Update, else insert; on MySQL another process may insert in between, which the insert then turns into an update. */
const addHour = async (kysely: Kysely<Tables>, dialect: SqlDialect, hour: QueryHour): Promise<void> => {
  const updated = await kysely
    .updateTable("query_hours")
    .set((row) => ({
      query_count: row("query_count", "+", hour.queryCount),
      latency_ms: row("latency_ms", "+", hour.latencyMs),
      result_count: row("result_count", "+", hour.resultCount),
      score: row("score", "+", hour.score),
      empty_count: row("empty_count", "+", hour.emptyCount),
    }))
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
    .$if(dialect === "mysql", (query) =>
      query.onDuplicateKeyUpdate((row) => ({
        query_count: row("query_count", "+", hour.queryCount),
        latency_ms: row("latency_ms", "+", hour.latencyMs),
        result_count: row("result_count", "+", hour.resultCount),
        score: row("score", "+", hour.score),
        empty_count: row("empty_count", "+", hour.emptyCount),
      })),
    )
    .execute();
};

const addDay = async (
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  { collectionId, day, query, count, emptyCount }: QueryDay,
): Promise<void> => {
  const queryHash = createHash("sha256").update(query).digest("hex");
  const updated = await kysely
    .updateTable("query_days")
    .set((row) => ({
      query_count: row("query_count", "+", count),
      empty_count: row("empty_count", "+", emptyCount),
    }))
    .where("collection_id", "=", collectionId)
    .where("day", "=", day)
    .where("query_hash", "=", queryHash)
    .executeTakeFirst();
  if (updated.numUpdatedRows > 0n) return;
  const { known } = await kysely
    .selectFrom("query_days")
    .select((select) => select.fn.countAll<number>().as("known"))
    .where("collection_id", "=", collectionId)
    .where("day", "=", day)
    .executeTakeFirstOrThrow();
  if (known >= MAX_QUERIES_PER_DAY) return;
  await kysely
    .insertInto("query_days")
    .values({
      collection_id: collectionId,
      day,
      query_hash: queryHash,
      query,
      query_count: count,
      empty_count: emptyCount,
    })
    .$if(dialect === "mysql", (insert) =>
      insert.onDuplicateKeyUpdate((row) => ({
        query_count: row("query_count", "+", count),
        empty_count: row("empty_count", "+", emptyCount),
      })),
    )
    .execute();
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

const frequentQueries = async (
  kysely: Kysely<Tables>,
  counted: "query_count" | "empty_count",
  collectionId: string,
  sinceDay: number,
  limit: number,
) => {
  const rows = await kysely
    .selectFrom("query_days")
    .select((select) => ["query_hash", select.fn.min("query").as("query"), select.fn.sum<number>(counted).as("count")])
    .where("collection_id", "=", collectionId)
    .where("day", ">=", sinceDay)
    .where(counted, ">", 0)
    .groupBy("query_hash")
    .orderBy("count", "desc")
    .orderBy("query")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ query: row.query, count: Number(row.count) }));
};
