import { compareStrings, newId } from "@quarry/plugin/domain";
import {
  CollectionRepository,
  Database,
  type DatabaseService,
  QueryAnalyticsRepository,
  type QueryAnalyticsRepositoryService,
} from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseLayer, type DatabasePlace, type MakePlace, newCollection } from "./fixture.ts";

const run = Effect.runPromise;
const open = (place: DatabasePlace) =>
  ManagedRuntime.make(
    Layer.mergeAll(CollectionRepository.layer, QueryAnalyticsRepository.layer).pipe(
      Layer.provideMerge(databaseLayer(place)),
    ),
  );

/** More than are removed in one step. */
const QUERIES = 1_200;

export const queryAnalyticsRepositorySuite = (makePlace: MakePlace): void => {
  let remove: () => Promise<void>;
  let runtime: ReturnType<typeof open>;
  let database: DatabaseService;
  let analytics: QueryAnalyticsRepositoryService;

  beforeEach(async () => {
    const made = await makePlace();
    remove = made.remove;
    runtime = open(made.place);
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

  test("what is old goes, and what belongs to no collection, however much it is; the rest stays", async () => {
    const collection = newCollection();
    const collections = await runtime.runPromise(CollectionRepository);
    await run(collections.insert(collection));
    const [there, gone, alsoGone] = [collection.id, newId(), newId()];
    const owners = [there, gone, alsoGone];
    await run(
      analytics.add(
        owners.flatMap((id) => [hour(id, 23), hour(id, 24)]),
        owners.flatMap((id) => [...day(id, 0), ...day(id, 1)]),
      ),
    );
    await run(analytics.prune(24, 1));
    expect(await left("query_hours", "hour")).toEqual([[there, 24, 1]]);
    expect(await left("query_days", "day")).toEqual([[there, 1, QUERIES]]);
    await run(analytics.prune(24, 1));
    expect(await left("query_days", "day")).toEqual([[there, 1, QUERIES]]);
  });

  test("the most frequent queries of some days come first, however many there are, and others have their turn meanwhile", async () => {
    const collectionId = newId();
    const countOn = (number: number, at: number): number => ((number * 7) % 40) + at;
    const asked = (at: number) =>
      day(collectionId, at).map((query, number) => {
        return { ...query, count: countOn(number, at), emptyCount: number % 3 === 0 ? countOn(number, at) : 0 };
      });
    await run(analytics.add([], [...asked(1), ...asked(2), ...asked(3), ...asked(4)]));
    const counts = Array.from({ length: QUERIES }, (_, number) => {
      return { number, query: `query ${number}`, count: countOn(number, 2) + countOn(number, 3) };
    }).toSorted((a, b) => b.count - a.count || compareStrings(a.query, b.query));
    const best = (queries: typeof counts) => queries.slice(0, 100).map(({ query, count }) => ({ query, count }));
    let turns = 0;
    let isRead = false;
    const turn = (): void => {
      turns += 1;
      if (!isRead) setImmediate(turn);
    };
    setImmediate(turn);
    const days = { first: 2, last: 3 };
    const top = await run(analytics.topQueries(collectionId, days, 100));
    isRead = true;
    expect(top).toEqual(best(counts));
    expect(turns).toBeGreaterThan(3);
    const empty = await run(analytics.emptyQueries(collectionId, days, 100));
    expect(empty).toEqual(best(counts.filter(({ number }) => number % 3 === 0)));
    expect(await run(analytics.topQueries(newId(), days, 100))).toEqual([]);
  });
};
