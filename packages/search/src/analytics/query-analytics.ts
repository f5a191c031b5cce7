import { QueryAnalyticsRepository, type QueryHour, type QuerySums, type StoreError } from "@quarry/store";
import { Clock, Context, Effect, Layer } from "effect";
import { type AnsweredQuery, QueryBuffer } from "./query-buffer.ts";

/** Averages over a period; 0 if there was no query. */
export interface PeriodAnalytics {
  readonly queryCount: number;
  readonly averageLatencyMs: number;
  /** Mean score of all results. */
  readonly averageScore: number;
  readonly averageResultCount: number;
}

/** The queries of one hour. */
export interface HourAnalytics extends PeriodAnalytics {
  /** Epoch milliseconds. */
  readonly startAt: number;
  /** Queries without a result. */
  readonly emptyCount: number;
}

/** Statistics of the last 30 days. */
export interface AnalyticsDetail {
  /** Hours with at least one query, oldest first. */
  readonly hours: readonly HourAnalytics[];
  /** Queries without a result, most frequent first. */
  readonly emptyQueries: CollectionAnalytics["topQueries"];
}

export interface CollectionAnalytics {
  /** Periods begin on the full hour. */
  readonly last24Hours: PeriodAnalytics;
  readonly last7Days: PeriodAnalytics;
  readonly last30Days: PeriodAnalytics;
  readonly topQueries: readonly { readonly query: string; readonly count: number }[];
}

export interface QueryAnalyticsShape {
  /** Counts a query in memory, without delaying it. The count is written within 2 s. */
  record(answered: AnsweredQuery): void;
  read(collectionId: string): Effect.Effect<CollectionAnalytics, StoreError>;
  readDetail(collectionId: string): Effect.Effect<AnalyticsDetail, StoreError>;
}

/** Longest time that a query's statistics are buffered in memory: analytics are at most 5 s old. */
const FLUSH_EVERY_MS = 2_000;
const MS_PER_HOUR = 3_600_000;
const HOURS_PER_DAY = 24;
const LONGEST_DAYS = 30;
/** Retention: one day longer than the longest period, so every period is complete. */
const KEPT_HOURS = (LONGEST_DAYS + 1) * HOURS_PER_DAY;
const TOP_QUERIES = 10;

/** Statistics of queries: texts, latencies and quality of the results. */
export class QueryAnalytics extends Context.Service<QueryAnalytics, QueryAnalyticsShape>()(
  "@quarry/search/QueryAnalytics",
) {
  /** Writes the buffer every 2 s and when the scope closes. A crash loses at most the buffered statistics. */
  static readonly layer: Layer.Layer<QueryAnalytics, never, QueryAnalyticsRepository> = Layer.effect(
    QueryAnalytics,
    Effect.gen(function* () {
      const repository = yield* QueryAnalyticsRepository;
      const buffer = new QueryBuffer();

      const flush = Effect.suspend(() => {
        const { hours, days } = buffer.take();
        return hours.length === 0 ? Effect.void : repository.add(hours, days);
      }).pipe(Effect.catch((error) => Effect.logWarning("queries could not be counted", error)));

      const prune = Effect.gen(function* () {
        const hour = hourOf(yield* repository.currentTimeMillis);
        yield* repository.prune(hour - KEPT_HOURS, Math.floor(hour / HOURS_PER_DAY) - LONGEST_DAYS);
      }).pipe(Effect.catch((error) => Effect.logWarning("old query counts could not be removed", error)));

      yield* Effect.addFinalizer(() => flush);
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(FLUSH_EVERY_MS), flush)));
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(prune, untilNextHour)));

      const read = Effect.fnUntraced(function* (collectionId: string) {
        const hour = yield* currentHour;
        const period = (days: number) =>
          Effect.map(repository.sumsSince(collectionId, hour - days * HOURS_PER_DAY), averages);
        return {
          last24Hours: yield* period(1),
          last7Days: yield* period(7),
          last30Days: yield* period(LONGEST_DAYS),
          topQueries: yield* repository.topQueries(collectionId, TOP_QUERIES),
        };
      });

      const readDetail = Effect.fnUntraced(function* (collectionId: string) {
        const hour = yield* currentHour;
        const hours = yield* repository.hoursSince(collectionId, hour - LONGEST_DAYS * HOURS_PER_DAY);
        const emptyQueries = yield* repository.emptyQueries(collectionId, TOP_QUERIES);
        return { hours: hours.map(toHour), emptyQueries };
      });

      return { record: (answered) => buffer.add(answered, Date.now()), read, readDetail };
    }),
  );
}

const hourOf = (now: number): number => Math.floor(now / MS_PER_HOUR);

const currentHour = Effect.map(Clock.currentTimeMillis, hourOf);

/** A day that is over remains visible for this time, because the database's clock may be behind this one. */
const PRUNE_AFTER_MS = 60_000;

/** Waits until shortly after the next full hour, at a different moment in each process. */
const untilNextHour = Effect.flatMap(Clock.currentTimeMillis, (now) =>
  Effect.sleep(MS_PER_HOUR - (now % MS_PER_HOUR) + PRUNE_AFTER_MS * (1 + Math.random())),
);

const toHour = ({ hour, emptyCount, ...sums }: Omit<QueryHour, "collectionId">): HourAnalytics => ({
  startAt: hour * MS_PER_HOUR,
  ...averages(sums),
  emptyCount,
});

const averages = (sums: Omit<QuerySums, "emptyCount">): PeriodAnalytics => ({
  queryCount: sums.queryCount,
  averageLatencyMs: ratio(sums.latencyMs, sums.queryCount),
  averageScore: ratio(sums.score, sums.resultCount),
  averageResultCount: ratio(sums.resultCount, sums.queryCount),
});

const ratio = (sum: number, count: number): number => (count === 0 ? 0 : sum / count);
