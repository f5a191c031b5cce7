import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { QueryAnalyticsRepository, sqliteDatabaseLayer } from "@quarry/store";
import { Effect, Layer } from "effect";
import { expect, onTestFinished, test } from "vitest";
import { createSqliteDatabase } from "./fixture.ts";
import { queryAnalyticsRepositorySuite } from "./query-analytics-repository-suite.ts";

queryAnalyticsRepositorySuite(createSqliteDatabase);

test("daily counts of an earlier version are summed up when its database is opened", async () => {
  const folder = mkdtempSync(join(tmpdir(), "query-sums-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "quarry.db");
  const layer = QueryAnalyticsRepository.layer.pipe(Layer.provide(sqliteDatabaseLayer({ path })));
  const use = <A, E>(body: (analytics: QueryAnalyticsRepository["Service"]) => Effect.Effect<A, E>) =>
    Effect.runPromise(Effect.scoped(Effect.provide(Effect.flatMap(QueryAnalyticsRepository, body), layer)));
  const requested = (collectionId: string, day: number, query: string, count: number, emptyCount: number) => ({
    ...{ collectionId, day, query, count, emptyCount },
  });
  await use((analytics) =>
    analytics.add(
      [],
      [
        requested("a", 1, "pump", 3, 0),
        requested("a", 2, "pump", 2, 1),
        requested("a", 2, "valve", 4, 4),
        requested("b", 2, "pump", 1, 0),
      ],
    ),
  );
  const database = new DatabaseSync(path);
  database.exec(`drop table query_sums; create index query_days_by_day on query_days (day);
    alter table documents drop column external_id_sent; drop index documents_of_batch;
    alter table documents drop column batch_id; alter table documents drop column chunking; drop table stored_files;
    drop table uploads; drop table upload_parts; drop table vector_stores; drop table file_batches;
    drop table removed_items; drop table usage_days;
    delete from kysely_migration where name >= '0031'`);
  database.close();
  expect(
    await use((analytics) =>
      Effect.all([analytics.topQueries("a", 10), analytics.emptyQueries("a", 10), analytics.topQueries("b", 10)]),
    ),
  ).toEqual([
    [
      { query: "pump", count: 5 },
      { query: "valve", count: 4 },
    ],
    [
      { query: "valve", count: 4 },
      { query: "pump", count: 1 },
    ],
    [{ query: "pump", count: 1 }],
  ]);
});
