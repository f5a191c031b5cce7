import { sqlitePassageIndexLayer } from "@quarry/index";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CollectionIndex,
  Collections,
  Documents,
  IndexChanges,
  ingestJob,
  PageSources,
  Purge,
  StagedFiles,
  Storage,
  VectorWrites,
} from "@quarry/catalog";
import { EmbedderTrainings, EmbeddingCache, Embeddings } from "@quarry/embedding";
import { localProgressHub, WebhookOutbox } from "@quarry/events";
import { FileStore, folderFilesLayer } from "@quarry/store/files";
import { Plugins } from "@quarry/host";
import { ParsePool, runIngestWorkers } from "@quarry/ingest";
import { JobQueue, sqlJobQueueLayer } from "@quarry/jobs";

import {
  CollectionRepository,
  DamageRegistry,
  DocumentRepository,
  StoredFileRepository,
  EmbedderTrainingRepository,
  IndexChangeRepository,
  OperationRepository,
  SecretBox,
  sqliteDatabaseLayer,
  WebhookDeliveryRepository,
  WebhookRepository,
} from "@quarry/store";
import { Effect, Layer } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "quarry-damaged-"));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

const parts = () => {
  const repositories = Layer.mergeAll(
    CollectionRepository.layer,
    DamageRegistry.layer,
    DocumentRepository.layer,
    StoredFileRepository.layer,
    PageSources.layer({ isOpen: false, rules: { allowPrivate: false }, timeoutMs: 1, maxBytes: 1 }),
    EmbedderTrainingRepository.layer,
    IndexChangeRepository.layer,
    OperationRepository.layer,
    sqlJobQueueLayer,
    WebhookDeliveryRepository.layer,
    WebhookRepository.layer,
  ).pipe(Layer.provideMerge(sqliteDatabaseLayer({ path: join(directory, "quarry.db") })));
  const platform = Layer.mergeAll(
    repositories,
    SecretBox.layer({ directory }),
    folderFilesLayer({ directory: join(directory, "files") }),
    sqlitePassageIndexLayer({ directory: join(directory, "passages") }),
    localProgressHub,
    ParsePool.layer({ threads: 1, timeoutMs: 60_000, memoryMegabytes: 512 }),
    Plugins.layer({
      configuration: {
        vectorStore: { plugin: "@quarry/vector-embedded" },
        embedders: { local: { plugin: "@quarry/embedder-local" } },
        defaultEmbedder: "local",
        rerankers: {},
        parsers: { txt: { plugin: "@quarry/parser-text" } },
      },
      source: { baseDirectory: import.meta.dirname, searchFrom: [import.meta.dirname] },
      dataDirectory: join(directory, "plugins"),
      log: () => () => undefined,
    }),
  );
  return Layer.mergeAll(Documents.layer, IndexChanges.layer, StagedFiles.layer, VectorWrites.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(Collections.layer, CollectionIndex.layer)),
    Layer.provideMerge(
      Layer.mergeAll(
        Embeddings.layer.pipe(Layer.provide(Layer.mergeAll(EmbeddingCache.layerNone, EmbedderTrainings.layer))),
        Purge.layer,
        Storage.layer({ dataDirectory: directory }),
        WebhookOutbox.layer,
      ),
    ),
    Layer.provideMerge(platform),
  );
};

async function* bytes() {
  yield new TextEncoder().encode("a pump and its valves");
}

/** Records a document to be parsed, as an upload does. */
const upload = (collectionId: string) =>
  Effect.gen(function* () {
    const files = yield* FileStore;
    const documents = yield* DocumentRepository;
    const jobs = yield* JobQueue;
    const id = randomUUID();
    const { size, sha256 } = yield* files.write({ collectionId, documentId: id }, bytes());
    const names = { filename: "pump.txt", fileType: "txt", metadata: {} };
    const document = yield* documents.insert({ id, collectionId, fileSize: size, contentHash: sha256, ...names });
    yield* jobs.enqueue(ingestJob(document));
    return id;
  });

const parked = (documentId: string) =>
  Effect.gen(function* () {
    const documents = yield* DocumentRepository;
    const jobs = yield* JobQueue;
    for (;;) {
      const document = yield* documents.findById(documentId);
      const job = yield* jobs.find(ingestJob(document!).id);
      if (job?.isParked === true) return { status: document!.status, waitsFor: job.wait!.for };
      yield* Effect.sleep(20);
    }
  });

test("a document whose collection has a damaged passage file waits for the repair instead of failing", async () => {
  const document = await Effect.gen(function* () {
    const collections = yield* Collections;
    const collection = yield* collections.create({ name: "damaged" });
    yield* Effect.promise(async () => {
      await mkdir(join(directory, "passages"), { recursive: true });
      await writeFile(join(directory, "passages", `${collection.id}.db`), "not a database ".repeat(1_000));
    });
    const id = yield* upload(collection.id);
    yield* Effect.forkScoped(runIngestWorkers({ concurrency: 1, owner: "test", stopGraceMs: 1_000 }));
    return { ...(yield* parked(id)), collectionId: collection.id };
  }).pipe(Effect.scoped, Effect.provide(parts()), Effect.runPromise);
  expect(document.status).not.toBe("failed");
  expect(document.waitsFor).toBe(`repair ${document.collectionId}`);
});
