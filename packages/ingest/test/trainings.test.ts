import { PassageIndex, sqlitePassageIndexLayer } from "@quarry/index";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CollectionIndex,
  Collections,
  Documents,
  IndexChanges,
  PageSources,
  Purge,
  StagedFiles,
  Storage,
  VectorWrites,
} from "@quarry/catalog";
import { EmbedderTrainings, EmbeddingCache, Embeddings } from "@quarry/embedding";
import { localProgressHub, WebhookOutbox } from "@quarry/events";
import { folderFilesLayer } from "@quarry/store/files";
import { type OpenEmbedder, Plugins } from "@quarry/host";
import { ParsePool, runIngestWorkers } from "@quarry/ingest";
import { sqlJobQueueLayer } from "@quarry/jobs";
import { type FitRequest, PluginError } from "@quarry/plugin";

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
import { Effect, Layer, ManagedRuntime } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";

const DIMENSION = 8;
const MIN_TEXTS = 10;
const MAX_TEXTS = 40;

/** Training requests that the embedder received. */
const requests: FitRequest[] = [];
let answer: (request: FitRequest) => Effect.Effect<Uint8Array, PluginError>;

const learning: OpenEmbedder = {
  name: "learning",
  identity: "learning",
  plugin: "test/learning",
  capabilities: {
    models: [{ name: "m", dimension: DIMENSION, description: "learns" }],
    otherModels: false,
    credential: "none",
    maxBatchTexts: 10,
    maxBatchTokens: 1_000,
    usesTermStatistics: false,
    hybridAlpha: 0.5,
    fitting: { method: "m-1", minTexts: MIN_TEXTS, maxTexts: MAX_TEXTS, minDimension: 1, maxDimension: 100 },
  },
  service: {
    health: Effect.void,
    embed: ({ texts }) =>
      Effect.succeed({ vectors: texts.map(() => new Float32Array(DIMENSION).fill(DIMENSION ** -0.5)) }),
    fit: (request) =>
      Effect.suspend(() => {
        requests.push(request);
        return answer(request);
      }),
  },
};

const openService = (directory: string) => {
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
  const configured = Plugins.layer({
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
  });
  const plugins = Layer.effect(
    Plugins,
    Effect.map(Plugins, (shape) => ({ ...shape, embedders: new Map([["learning", learning]]) })),
  ).pipe(Layer.provide(configured));
  const platform = Layer.mergeAll(
    repositories,
    plugins,
    SecretBox.layer({ directory }),
    folderFilesLayer({ directory: join(directory, "files") }),
    sqlitePassageIndexLayer({ directory: join(directory, "passages") }),
    localProgressHub,
    ParsePool.layer({ threads: 1, timeoutMs: 60_000, memoryMegabytes: 512 }),
  );
  const embeddings = Embeddings.layer.pipe(
    Layer.provide(Layer.mergeAll(EmbeddingCache.layerNone, EmbedderTrainings.layer)),
  );
  const workers = Layer.effectDiscard(
    Effect.forkScoped(runIngestWorkers({ concurrency: 1, owner: randomUUID(), stopGraceMs: 0 })),
  );
  return ManagedRuntime.make(
    workers.pipe(
      Layer.provideMerge(Layer.mergeAll(Documents.layer, IndexChanges.layer, StagedFiles.layer, VectorWrites.layer)),
      Layer.provideMerge(Layer.mergeAll(Collections.layer, CollectionIndex.layer)),
      Layer.provideMerge(
        Layer.mergeAll(embeddings, Purge.layer, Storage.layer({ dataDirectory: directory }), WebhookOutbox.layer),
      ),
      Layer.provideMerge(platform),
    ),
  );
};

let directory: string;
let service: ReturnType<typeof openService>;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "quarry-fits-"));
  requests.length = 0;
  answer = () => Effect.succeed(Uint8Array.of(1));
  service = openService(directory);
});
afterEach(async () => {
  await service.dispose();
  rmSync(directory, { recursive: true });
});

const POLL_MS = 50;
const until = async <A>(ask: () => Promise<A | undefined>): Promise<A> => {
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    await sleep(POLL_MS);
  }
};

const collectionId = async () => {
  const { id } = await service.runPromise(
    Effect.gen(function* () {
      const collection = yield* (yield* Collections).create({ name: "c", embeddingProvider: "learning" });
      yield* (yield* PassageIndex).ensure(collection.id);
      return collection;
    }),
  );
  return id;
};

/** Adds a ready document with this many chunks. */
const addDocument = (collection: string, chunkCount: number, word = "pump") =>
  service.runPromise(
    Effect.gen(function* () {
      const id = randomUUID();
      const passages = Array.from({ length: chunkCount }, (_, chunkIndex) => ({
        ...{ id: randomUUID(), documentId: id, generation: 1, chunkIndex, tokenCount: 2 },
        ...{ text: `${word} ${chunkIndex}`, contextText: "Manual", metadata: {} },
      }));
      yield* (yield* PassageIndex).put(collection, passages);
      const file = { filename: "a.txt", fileType: "txt", fileSize: 1, contentHash: "ab", metadata: {} };
      const document = { ...file, id, collectionId: collection, createdAt: new Date().toISOString() };
      yield* (yield* DocumentRepository).restore([{ ...document, run: { chunkCount, tokenCount: 1, info: null } }]);
      return id;
    }),
  );

const trainingOf = (id: string) =>
  service.runPromise(Effect.flatMap(EmbedderTrainingRepository, (trainings) => trainings.read(id)));
const fittedAt = (id: string, chunkChurn: number) =>
  until(async () => {
    const found = await service.runPromise(
      Effect.flatMap(EmbedderTrainingRepository, (trainings) => trainings.collection(id)),
    );
    return found?.trained?.chunkChurn === chunkChurn ? found : undefined;
  });

test("trains on a sample of live chunks with context, again after five percent of growth, and not below the minimum", async () => {
  const id = await collectionId();
  await addDocument(id, MIN_TEXTS - 1);
  // Passages written by clients, and those of a run that isn't live, are not used for training.
  await service.runPromise(
    Effect.flatMap(PassageIndex, (index) =>
      index.put(id, [
        {
          id: "0",
          documentId: "",
          generation: 0,
          chunkIndex: 0,
          text: "own",
          contextText: "",
          metadata: {},
          tokenCount: 1,
        },
        {
          id: "1",
          documentId: randomUUID(),
          generation: 2,
          chunkIndex: 0,
          text: "late",
          contextText: "",
          metadata: {},
          tokenCount: 1,
        },
      ]),
    ),
  );
  const second = await addDocument(id, 51, "valve");
  await fittedAt(id, 60);
  const [{ texts, model, dimension }] = requests as [FitRequest];
  expect({ model, dimension, count: texts.length }).toEqual({ model: "m", dimension: DIMENSION, count: MAX_TEXTS });
  for (const text of texts) expect(text).toMatch(/^Manual\n\n(?:pump|valve) \d+$/);
  expect(new Set(texts).size).toBe(MAX_TEXTS);

  const { number } = (await trainingOf(id))!;
  await addDocument(id, 4);
  await fittedAt(id, 64);
  expect((await trainingOf(id))!.number).toBeGreaterThan(number);

  await service.runPromise(Effect.flatMap(DocumentRepository, (documents) => documents.remove(id, second)));
  await until(async () => (requests.length === 3 ? true : undefined));
  expect(requests[2]!.texts.length).toBe(13);
});

test("a failed training leaves the last one in use, and is retried only after further growth", async () => {
  const id = await collectionId();
  await addDocument(id, 20);
  await fittedAt(id, 20);
  answer = () => Effect.fail(new PluginError({ plugin: "test/learning", reason: "invalid", message: "can't learn" }));
  await addDocument(id, 20);
  await fittedAt(id, 40);
  expect((await trainingOf(id))!.bytes).toEqual(Uint8Array.of(1));
  expect(requests).toHaveLength(2);
  answer = () => Effect.succeed(Uint8Array.of(2));
  await addDocument(id, 20);
  await fittedAt(id, 60);
  expect((await trainingOf(id))!.bytes).toEqual(Uint8Array.of(2));
  expect(requests).toHaveLength(3);
});

test("a training that a shutdown interrupted is started again by the next process", async () => {
  const id = await collectionId();
  let isInterrupted = false;
  answer = () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (isInterrupted = true)));
  await addDocument(id, 20);
  await until(async () => (requests.length > 0 ? true : undefined));
  await service.dispose();
  expect(isInterrupted).toBe(true);
  answer = () => Effect.succeed(Uint8Array.of(3));
  service = openService(directory);
  await fittedAt(id, 20);
  expect((await trainingOf(id))!.bytes).toEqual(Uint8Array.of(3));
});
