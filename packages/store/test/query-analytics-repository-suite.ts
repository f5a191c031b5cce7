import { compareStrings, newId } from "@quarry/plugin/domain";
import {
  CollectionRepository,
  Database,
  type DatabaseService,
  QueryAnalyticsRepository,
  type QueryAnalyticsRepositoryService,
} from "@quarry/store";
import { Effect, Fiber, Layer, ManagedRuntime } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseLayer, type DatabaseLocation, type CreateDatabase, newCollection } from "./fixture.ts";

const run = Effect.runPromise;
const open = (location: DatabaseLocation) =>
  ManagedRuntime.make(
    Layer.mergeAll(CollectionRepository.layer, QueryAnalyticsRepository.layer).pipe(
      Layer.provideMerge(databaseLayer(location)),
    ),
  );

/** Days since 1970. */
const TODAY = 20_000;

/** More than are removed in one step. */
const QUERIES = 1_200;

export const queryAnalyticsRepositorySuite = (createDatabase: CreateDatabase): void => {
  let remove: () => Promise<void>;
  let runtime: ReturnType<typeof open>;
  let database: DatabaseService;
  let analytics: QueryAnalyticsRepositoryService;

  beforeEach(async () => {
    const made = await createDatabase();
    remove = made.remove;
    runtime = open(made.location);
    database = await runtime.runPromise(Database);
    analytics = await runtime.runPromise(QueryAnalyticsRepository);
  });
  afterEach(async () => {
    await runtime.dispose();
    await remove();
  });

  const hour = (collectionId: string, at: number) =>
    ({ collectionId, hour: at, queryCount: 1, latencyMs: 1, resultCount: 0, score: 0, emptyCount: 1 }) as const;
  const day = (collectionId: string, at: number) =>
    Array.from({ length: QUERIES }, (_, number) => ({
      collectionId,
      day: at,
      query: `query ${number}`,
      count: 1,
      emptyCount: 1,
    }));
  const left = async (table: "query_hours" | "query_days", column: "hour" | "day") => {
    const rows = await run(
      database.read((kysely) =>
        kysely
          .selectFrom(table as "query_days")
          .select((select) => ["collection_id", column as "day", select.fn.countAll<number>().as("count")])
          .groupBy(["collection_id", column as "day"])
          .execute(),
      ),
    );
    return rows.map((row) => [row.collection_id, Number((row as Record<string, unknown>)[column]), Number(row.count)]);
  };
  const insertCollection = async (): Promise<string> => {
    const collection = newCollection();
    await run((await runtime.runPromise(CollectionRepository)).insert(collection));
    return collection.id;
  };

  test("pruning removes old counts and those of missing collections, however many, and nothing else", async () => {
    const [there, gone, alsoGone] = [await insertCollection(), newId(), newId()];
    const owners = [there, gone, alsoGone];
    const [lastHour, lastDay] = [TODAY * 24, TODAY];
    await run(
      analytics.add(
        owners.flatMap((id) => [hour(id, lastHour - 25), hour(id, lastHour)]),
        owners.flatMap((id) => [...day(id, lastDay - 1), ...day(id, lastDay)]),
      ),
    );
    for (let time = 0; time < 2; time += 1) {
      await run(analytics.prune(lastHour, lastDay));
      expect(await left("query_hours", "hour")).toEqual([[there, lastHour, 1]]);
      expect(await left("query_days", "day")).toEqual([[there, lastDay, QUERIES]]);
      expect(await run(analytics.topQueries(gone, 1))).toEqual([]);
      expect(await run(analytics.emptyQueries(alsoGone, 1))).toEqual([]);
      expect(await run(analytics.topQueries(there, QUERIES + 1))).toHaveLength(QUERIES);
    }
  });

  /** Differs by day, so that other queries rank first when a day has passed. */
  const countOn = (number: number, at: number): number => ((number * 7) % 40) + ((number * at) % 11) + 1;
  const emptyOn = (number: number, at: number): number => (number % 3 === 0 ? countOn(number, at) : 0);
  const requested = (collectionId: string, at: number) =>
    day(collectionId, at)
      // Some are queried only on some days.
      .map((query, number) => ({ ...query, count: countOn(number, at), emptyCount: emptyOn(number, at) }))
      .filter((_, number) => number % 5 !== at % 5);
  const sumsOf = (days: readonly number[], countOf: typeof countOn) =>
    Array.from({ length: QUERIES }, (_, number) => {
      const counted = days.filter((at) => number % 5 !== at % 5);
      return { query: `query ${number}`, count: counted.reduce((sum, at) => sum + countOf(number, at), 0) };
    })
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count || compareStrings(a.query, b.query));

  test("queries are counted over all retained days, without the pruned ones", async () => {
    const [one, other] = [await insertCollection(), await insertCollection()];
    // The last day comes from a clock that is a day ahead.
    const days = [3, 2, 1, 0, -1].map((ago) => TODAY - ago);
    for (const at of days) await run(analytics.add([], [...requested(one, at), ...requested(other, at)]));
    const expectSums = async (retained: readonly number[]) => {
      for (const id of [one, other]) {
        expect(await run(analytics.topQueries(id, QUERIES))).toEqual(sumsOf(retained, countOn));
        expect(await run(analytics.emptyQueries(id, QUERIES))).toEqual(sumsOf(retained, emptyOn));
      }
    };
    await expectSums(days);
    const [most] = await run(analytics.topQueries(one, 1));
    expect(most?.count).toBe(sumsOf(days, countOn)[0]?.count);
    await run(analytics.prune(0, TODAY - 2));
    await expectSums(days.slice(1));
    await run(analytics.prune(0, TODAY));
    await expectSums(days.slice(3));
    expect(await run(analytics.topQueries(newId(), 100))).toEqual([]);
  });

  test("an interrupted pruning subtracts a day only once, and other writes continue in between", async () => {
    const id = await insertCollection();
    await run(analytics.add([], [...requested(id, TODAY - 1), ...requested(id, TODAY)]));
    const start = () => Effect.runFork(analytics.prune(0, TODAY));
    const rowsOfYesterday = async () => {
      const rows = await left("query_days", "day");
      return rows.find(([, at]) => at === TODAY - 1)?.[2] ?? 0;
    };
    let times = 0;
    for (let before = await rowsOfYesterday(); before !== 0; times += 1) {
      const fiber = start();
      // A part of it is removed.
      while ((await rowsOfYesterday()) === before) await new Promise(setImmediate);
      await run(Fiber.interrupt(fiber));
      before = await rowsOfYesterday();
      await run(analytics.add([], [{ ...day(id, TODAY)[0]!, query: "asked meanwhile" }]));
    }
    expect(times).toBeGreaterThan(1);
    const [first] = await run(analytics.emptyQueries(id, 1));
    expect(first).toEqual(sumsOf([TODAY], emptyOn)[0]);
    const sums = await run(analytics.topQueries(id, QUERIES + 1));
    expect(sums.filter(({ query }) => query !== "asked meanwhile")).toEqual(sumsOf([TODAY], countOn));
    expect(sums.find(({ query }) => query === "asked meanwhile")?.count).toBe(times);
  });

  test("counts that another version wrote without sums are correct once their day is pruned", async () => {
    const id = await insertCollection();
    await run(analytics.add([], [...requested(id, TODAY - 1), ...requested(id, TODAY)]));
    await run(database.run((kysely) => kysely.deleteFrom("query_sums").execute()));
    await run(analytics.prune(0, TODAY));
    const known = new Set(requested(id, TODAY - 1).map(({ query }) => query));
    expect(await run(analytics.topQueries(id, QUERIES))).toEqual(
      sumsOf([TODAY], countOn).filter(({ query }) => known.has(query)),
    );
  });
};
