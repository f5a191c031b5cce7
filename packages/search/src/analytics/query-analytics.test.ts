import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "@quarry/plugin/domain";
import { CollectionRepository, type NewCollection, QueryAnalyticsRepository, sqliteDatabaseLayer } from "@quarry/store";
import { Effect, Layer } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import { QueryAnalytics } from "./query-analytics.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "analytics-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const database = () => sqliteDatabaseLayer({ path: join(folder, "quarry.db") });

/** Runs each call in a service lifetime of its own: its records are written when the service ends. */
const life = <A, E>(body: (analytics: QueryAnalytics["Service"]) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.provide(
        Effect.flatMap(QueryAnalytics, body),
        QueryAnalytics.layer.pipe(Layer.provide(QueryAnalyticsRepository.layer), Layer.provide(database())),
      ),
    ),
  );

/** Creates a collection. Removing it removes its statistics. */
const makeCollection = async (): Promise<string> => {
  const id = newId();
  const collection: NewCollection = {
    ...{ id, name: `c-${id}`, description: "", metadata: {}, chunkSize: 512, chunkOverlap: 50, dimension: 8 },
    ...{ embeddingProvider: "local", embeddingModel: "hashed", embeddingApiKey: null },
    defaultSearchMode: "semantic",
    ...{ rerankingEnabled: false, rerankingModel: "", rerankingApiKey: null, defaultTopK: 10, defaultMinScore: null },
  };
  const insert = Effect.flatMap(CollectionRepository, (collections) => collections.insert(collection));
  await Effect.runPromise(
    Effect.scoped(Effect.provide(insert, CollectionRepository.layer.pipe(Layer.provide(database())))),
  );
  return id;
};

const record = (
  analytics: QueryAnalytics["Service"],
  collectionId: string,
  query: string,
  scores: number[],
  latencyMs: number,
) => Effect.sync(() => analytics.record({ collectionId, query, scores, latencyMs }));

test("aggregates per collection across restarts, with the most frequent queries first", async () => {
  const collection = await makeCollection();
  const other = await makeCollection();
  await life((analytics) =>
    Effect.all([
      record(analytics, collection, "pump", [0.8, 0.4], 10),
      record(analytics, collection, " pump ", [], 30),
      record(analytics, other, "valve", [1], 5),
    ]),
  );
  await life((analytics) =>
    Effect.all([record(analytics, collection, "pump", [0.2], 20), record(analytics, collection, "gasket", [0.6], 20)]),
  );
  const read = await life((analytics) => analytics.read(collection));
  expect(read.last24Hours).toEqual({
    queryCount: 4,
    averageLatencyMs: 20,
    averageScore: expect.closeTo((0.8 + 0.4 + 0.2 + 0.6) / 4, 10),
    averageResultCount: 1,
  });
  expect(read.last7Days).toEqual(read.last24Hours);
  expect(read.last30Days).toEqual(read.last24Hours);
  expect(read.topQueries).toEqual([
    { query: "pump", count: 3 },
    { query: "gasket", count: 1 },
  ]);
});

test("returns zeros for a collection that was never queried", async () => {
  const nothing = { queryCount: 0, averageLatencyMs: 0, averageScore: 0, averageResultCount: 0 };
  expect(await life((analytics) => analytics.read(newId()))).toEqual({
    last24Hours: nothing,
    last7Days: nothing,
    last30Days: nothing,
    topQueries: [],
  });
});

test("many different queries are each counted, in slices that let other tasks run", async () => {
  const collection = await makeCollection();
  const texts = Array.from({ length: 500 }, (_, index) => `question ${String(index).padStart(3, "0")}`);
  const ask = (queries: readonly string[]) =>
    life((analytics) => Effect.all(queries.map((query) => record(analytics, collection, query, [], 1))));
  await ask(texts);
  let turns = 0;
  let isWritten = false;
  const turn = () => {
    turns += 1;
    if (!isWritten) setImmediate(turn);
  };
  await life((analytics) =>
    Effect.andThen(
      // Most of them are known at this point.
      Effect.all(texts.map((query) => record(analytics, collection, query.replace("question 4", "issue 4"), [], 1))),
      Effect.sync(turn),
    ),
  ).finally(() => (isWritten = true));
  expect(turns).toBeGreaterThan(texts.length / 100);
  await ask(["question 007", "issue 400"]);
  const { topQueries, last24Hours } = await life((analytics) => analytics.read(collection));
  expect(last24Hours.queryCount).toBe(1_002);
  expect(topQueries.slice(0, 2)).toEqual([
    { query: "question 007", count: 3 },
    { query: "issue 400", count: 2 },
  ]);
  expect(topQueries.map(({ count }) => count)).toEqual([3, ...Array.from({ length: 9 }, () => 2)]);
  const { emptyQueries } = await life((analytics) => analytics.readDetail(collection));
  expect(emptyQueries[0]).toEqual({ query: "question 007", count: 3 });
});
