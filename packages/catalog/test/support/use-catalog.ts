import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ApiKeys,
  CollectionIndex,
  Collections,
  Documents,
  Facets,
  FilterFields,
  IndexChanges,
  PageSources,
  Purge,
  Queries,
  StagedFiles,
  Storage,
  Uploads,
  Vectors,
  VectorWrites,
} from "@quarry/catalog";
import { EmbedderTrainings, EmbeddingCache, Embeddings } from "@quarry/embedding";
import { localProgressHub, WebhookOutbox } from "@quarry/events";
import { Plugins } from "@quarry/host";
import { callerNamed, CurrentCaller, parseAccessFilter, sqlitePassageIndexLayer } from "@quarry/index";
import { sqlJobQueueLayer } from "@quarry/jobs";
import { DomainError, type JsonObject } from "@quarry/plugin/domain";
import { SearchService } from "@quarry/search";
import {
  ApiKeyRepository,
  CollectionRepository,
  DamageRegistry,
  DocumentRepository,
  EmbedderTrainingRepository,
  IndexChangeRepository,
  OperationRepository,
  SecretBox,
  sqliteDatabaseLayer,
  StoredFileRepository,
  WebhookDeliveryRepository,
  WebhookRepository,
} from "@quarry/store";
import { folderFilesLayer } from "@quarry/store/files";
import { Effect, Layer, ManagedRuntime } from "effect";
import { afterAll, beforeAll, expect } from "vitest";

/** Use cases with their own database, index and files, without a worker: jobs stay queued. */
const catalogLayer = (directory: string) => {
  const records = Layer.mergeAll(
    ApiKeyRepository.layer,
    CollectionRepository.layer,
    DamageRegistry.layer,
    DocumentRepository.layer,
    EmbedderTrainingRepository.layer,
    IndexChangeRepository.layer,
    OperationRepository.layer,
    StoredFileRepository.layer,
    WebhookDeliveryRepository.layer,
    WebhookRepository.layer,
    sqlJobQueueLayer,
  ).pipe(Layer.provideMerge(sqliteDatabaseLayer({ path: join(directory, "quarry.db") })));
  const platform = Layer.mergeAll(
    records,
    SecretBox.layer({ directory }),
    folderFilesLayer({ directory: join(directory, "files") }),
    sqlitePassageIndexLayer({ directory: join(directory, "passages") }),
    localProgressHub,
    PageSources.layer({ isOpen: false, rules: { allowPrivate: false }, timeoutMs: 1, maxBytes: 1 }),
    Plugins.layer({
      configuration: {
        vectorStore: { plugin: "@quarry/vector-embedded" },
        embedders: { local: { plugin: "@quarry/embedder-local" } },
        defaultEmbedder: "local",
        rerankers: {},
        parsers: { md: { plugin: "@quarry/parser-text" } },
      },
      source: { baseDirectory: import.meta.dirname, searchFrom: [import.meta.dirname] },
      dataDirectory: join(directory, "plugins"),
      log: () => () => undefined,
    }),
  );
  const embeddings = Embeddings.layer.pipe(
    Layer.provide(Layer.mergeAll(EmbeddingCache.layerNone, EmbedderTrainings.layer)),
  );
  return Layer.mergeAll(
    ApiKeys.layer,
    Facets.layer.pipe(Layer.provideMerge(Queries.layer)),
    FilterFields.layer,
    IndexChanges.layer,
    Uploads.layer({ maxBytes: 1_000_000 }),
    Vectors.layer,
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(Documents.layer, StagedFiles.layer, VectorWrites.layer)),
    Layer.provideMerge(Layer.mergeAll(Collections.layer, CollectionIndex.layer, SearchService.layer)),
    Layer.provideMerge(
      Layer.mergeAll(Purge.layer, Storage.layer({ dataDirectory: directory }), embeddings, WebhookOutbox.layer),
    ),
    Layer.provideMerge(platform),
  );
};

type Services = Layer.Success<ReturnType<typeof catalogLayer>>;

/** Runs use cases in the tests of a file. */
export const useCatalog = () => {
  let directory: string;
  let runtime: ManagedRuntime.ManagedRuntime<Services, unknown>;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "quarry-catalog-"));
    runtime = ManagedRuntime.make(catalogLayer(directory));
  });
  afterAll(async () => {
    await runtime.dispose();
    rmSync(directory, { recursive: true, force: true });
  });
  const run = <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> => runtime.runPromise(effect);
  return {
    run,
    /** Expects the effect to be refused. Returns the error's code and message. */
    refused: async <A, E>(effect: Effect.Effect<A, E, Services>): Promise<string> => {
      const error = await run(Effect.flip(effect));
      expect(error).toBeInstanceOf(DomainError);
      const { code, message } = error as DomainError;
      return `${code}: ${message}`;
    },
  };
};

/** Runs an effect as a caller with an access filter. */
export const within = (filter: JsonObject) =>
  Effect.provideService(CurrentCaller, callerNamed("reader", parseAccessFilter(filter)));
