import { randomUUID } from "node:crypto";
import { shiftJobTimes } from "../src/sql/shift-job-times.ts";
import { listKinds } from "../src/sql/list-kinds.ts";
import { makeSqlJobQueue } from "../src/sql/sql-job-queue.ts";
import {
  ApiKeyRepository,
  CollectionRepository,
  Database,
  type DatabaseService,
  DocumentRepository,
  EmbedderTrainingRepository,
  FIRST_DUE_CURSOR,
  IndexChangeRepository,
  type NewCollection,
  WebhookDeliveryRepository,
} from "@quarry/store";
import { Effect, Layer } from "effect";
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordQueries } from "./claim-cost-suite.ts";
import { openTemporary, type Opened } from "./fixture.ts";

const run = Effect.runPromise;

/** Tables that can be very large, above all with waiting jobs. */
const LARGE = "(documents|jobs|index_changes|webhook_deliveries)";
/**
 * A scan of a large table, with or without an index, or a sort of its rows, including rows found by only some of the
 * query's conditions.
 */
const FULL_SCAN = [new RegExp(`^SCAN ${LARGE}\\b`), /^USE TEMP B-TREE FOR (ORDER|GROUP)/];

let opened: Opened;
beforeEach(async () => void (opened = await openTemporary()));
afterEach(() => opened.close());

/** Returns the query plan steps of all statements that `use` runs, including plain reads. */
const stepsOf = async (use: (database: DatabaseService) => Effect.Effect<unknown, unknown>) => {
  const queries: CompiledQuery[] = [];
  await run(Effect.ignore(use(recordQueries(opened.database, queries))));
  expect(queries).not.toEqual([]);
  const plans = queries.map(async ({ sql, parameters }) => {
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await run(opened.database.run((kysely) => kysely.executeQuery<{ detail: string }>(plan)));
    return rows.map(({ detail }) => ({ detail, sql }));
  });
  return (await Promise.all(plans)).flat();
};

const readsAll = async (use: (database: DatabaseService) => Effect.Effect<unknown, unknown>) =>
  (await stepsOf(use)).filter(({ detail }) => FULL_SCAN.some((bad) => bad.test(detail)));

const repositories = (database: DatabaseService) =>
  Layer.mergeAll(
    ...[CollectionRepository.layer, DocumentRepository.layer, IndexChangeRepository.layer],
    ...[EmbedderTrainingRepository.layer, WebhookDeliveryRepository.layer, ApiKeyRepository.layer],
  ).pipe(Layer.provide(Layer.succeed(Database, database)));

const collection: NewCollection = {
  ...{
    id: randomUUID(),
    name: "herons",
    description: "",
    metadata: {},
    dimension: 8,
    chunkSize: 512,
    chunkOverlap: 50,
  },
  ...{ embeddingProvider: "local", embeddingModel: "m", embeddingApiKey: null },
  ...{ rerankingEnabled: false, rerankingModel: "r", rerankingApiKey: null },
  ...{ defaultTopK: 10, defaultMinScore: null, defaultSearchMode: "semantic" },
};

const document = (collectionId: string) => ({
  ...{ id: randomUUID(), collectionId, filename: "a.txt", fileType: "txt", fileSize: 1, contentHash: "", metadata: {} },
});

const location = { createdAt: "2026-01-01T00:00:00.000Z", id: "a" };

test("startup queries use indexes and never scan a large table", async () => {
  const ofJobs = (database: DatabaseService) => {
    const queue = makeSqlJobQueue(database);
    return Effect.all([queue.openAmong(["a", "b"]), queue.wake(["ingest"]), queue.wake(["ingest"], "provider")]);
  };
  expect(await readsAll(ofJobs)).toEqual([]);
  const ofDocuments = (database: DatabaseService) =>
    Effect.gen(function* () {
      const documents = yield* DocumentRepository;
      yield* documents.listUnfinished("pending", undefined, 10);
      yield* documents.listUnfinished("processing", location, 10);
      yield* (yield* IndexChangeRepository).listInState("building", "a", 10);
    }).pipe(Effect.provide(repositories(database)));
  expect(await readsAll(ofDocuments)).toEqual([]);
});

test("queries that run each second or at startup use indexes", async () => {
  const steps = await stepsOf((database) =>
    Effect.gen(function* () {
      const dimensions = { minDimension: 64, maxDimension: 2_048 };
      const search = { provider: "local", method: "words-1", minChunks: 200, changedShare: 0.05, ...dimensions };
      const fits = yield* EmbedderTrainingRepository;
      yield* fits.due(search, FIRST_DUE_CURSOR, 10);
      yield* fits.due(search, { among: "large", chunkCount: 300, collectionId: "a" }, 10);
      yield* fits.due(search, { among: "fits", collectionId: "a" }, 10);
      yield* (yield* WebhookDeliveryRepository).releaseAll;
      yield* (yield* ApiKeyRepository).page({ limit: 10, offset: 0 });
    }).pipe(Effect.provide(repositories(database))),
  );
  const details = steps.map(({ detail }) => detail);
  expect(details).toContainEqual(
    expect.stringContaining("collections_by_size (embedding_provider=? AND (chunk_count,id)>(?,?))"),
  );
  expect(details).toContainEqual(expect.stringContaining("webhook_deliveries_leased"));
  expect(details).toContainEqual(expect.stringContaining("api_keys_listed"));
  const all = details.filter((detail) =>
    /^SCAN (collections|embedder_fits|webhook_deliveries)|^USE TEMP B-TREE/.test(detail),
  );
  expect(all).toEqual([]);
});

test("shiftJobTimes scans the job table only with a limit", async () => {
  await run(opened.queue.enqueue({ id: "a", kind: "ingest", subject: "a", runAt: Date.now() + 60_000 }));
  const steps = await stepsOf((database) =>
    database.run((kysely) => shiftJobTimes(kysely, database.dialect, Date.now() - 3_600_000)),
  );
  expect(steps.filter(({ sql }) => sql.startsWith("update")).length).toBeGreaterThan(3);
  // The newest are scanned from the end, with a limit.
  const all = steps.filter(({ detail, sql }) => detail.startsWith("SCAN jobs") && !sql.includes("limit"));
  expect(all).toEqual([]);
});

test("document counts are read without searching documents, except expired ones", async () => {
  const steps = await stepsOf((database) =>
    Effect.gen(function* () {
      const documents = yield* DocumentRepository;
      yield* documents.totals;
      yield* documents.totalsOf({ names: ["a", "b"] });
      yield* documents.countsByStatus("a");
      yield* documents.expiredIn("a");
    }).pipe(Effect.provide(repositories(database))),
  );
  const scanned = steps.map(({ detail }) => detail).filter((detail) => detail.includes("documents"));
  expect(scanned.filter((detail) => !detail.includes("expires_at<?"))).toEqual([]);
});

test("document pages are read from an index in their order", async () => {
  const lists = (database: DatabaseService) =>
    Effect.gen(function* () {
      const { id } = yield* (yield* CollectionRepository).insert(collection);
      const { list, listAfter } = yield* DocumentRepository;
      yield* list(id, { limit: 10, offset: 5 });
      yield* list(id, { limit: 10, offset: 5, status: "ready" });
      yield* list(id, { limit: 10, offset: 5, failedBy: "provider" });
      yield* listAfter(id, location, 10);
    }).pipe(Effect.provide(repositories(database)));
  const steps = await stepsOf(lists);
  expect(steps.filter(({ detail }) => FULL_SCAN.some((bad) => bad.test(detail)))).toEqual([]);
  expect(steps.filter(({ detail }) => detail.includes("failed_by=?"))).not.toEqual([]);
});

test("facet counts of given documents and id lookups do not scan a collection's documents", async () => {
  const steps = await stepsOf((database) =>
    Effect.gen(function* () {
      const { id } = yield* (yield* CollectionRepository).insert(collection);
      const documents = yield* DocumentRepository;
      const { id: one } = yield* documents.insert(document(id));
      yield* documents.countFacets(id, { fields: ["filename"], limit: 10, ids: [one, randomUUID()] });
      yield* documents.idsMatching(id, { status: "pending" }, 10);
    }).pipe(Effect.provide(repositories(database))),
  );
  expect(steps.filter(({ detail }) => detail.includes("documents_numbered"))).not.toEqual([]);
  // An index that begins with the collection, with no further condition, would be read from end to end.
  expect(steps.filter(({ detail }) => /documents_\w+ \(collection_id=\?\)/.test(detail))).toEqual([]);
});

test("a page that follows another starts at its end, without an offset", async () => {
  const queries: CompiledQuery[] = [];
  const offsets = await run(
    Effect.gen(function* () {
      const { id } = yield* (yield* CollectionRepository).insert(collection);
      const documents = yield* DocumentRepository;
      for (let count = 0; count < 6; count += 1) {
        yield* documents.insert(document(id));
        // The newest of all can share its time with others, so no page begins at it.
        yield* Effect.sleep(2);
      }
      for (const offset of [0, 2, 4, 3]) yield* documents.list(id, { limit: 2, offset });
      return queries.filter(({ sql }) => sql.includes("offset")).map(({ parameters }) => parameters.at(-1));
    }).pipe(Effect.provide(repositories(recordQueries(opened.database, queries)))),
  );
  expect(offsets).toEqual([0, 0, 0, 1]);
});

test("job counts are read from a covering index, except those of active jobs", async () => {
  await run(opened.queue.enqueue({ id: "a", kind: "ingest", subject: "a", runAt: Date.now() + 60_000 }));
  const lists = (database: DatabaseService) => {
    const queue = makeSqlJobQueue(database);
    return Effect.all([
      queue.list({ limit: 10, offset: 0, standing: "waiting" }),
      queue.list({ limit: 10, offset: 0, standing: "failed" }),
      queue.workOf("ingest"),
      database.read(listKinds),
    ]);
  };
  const steps = await stepsOf(lists);
  const counts = steps.filter(({ sql, detail }) => /count\(/.test(sql) && /\bjobs\b/.test(detail));
  expect(counts).not.toEqual([]);
  // Active jobs are read row by row, because they are few.
  const scanned = counts.filter(({ detail }) => !detail.includes("COVERING INDEX") && !/jobs_leased/.test(detail));
  expect(scanned.map(({ detail }) => detail)).toEqual([]);
});
