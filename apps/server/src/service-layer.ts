import {
  ApiKeys,
  CollectionIndex,
  Collections,
  DocumentPages,
  DocumentTables,
  Documents,
  Facets,
  FilterFields,
  Idempotency,
  IndexChanges,
  Jobs,
  ModelUses,
  Operations,
  Purge,
  Queries,
  QueryObserver,
  RerankTexts,
  StagedFiles,
  Statistics,
  Storage,
  StoredFiles,
  Transfers,
  Uploads,
  Vectors,
  VectorStores,
  VectorWrites,
  instrumentedPassages,
  instrumentedPlugins,
} from "@quarry/catalog";
import { limits } from "@quarry/plugin/domain";
import { EmbedderTrainings, EmbeddingCache, EmbeddingObserver, Embeddings } from "@quarry/embedding";
import { WebhookOutbox, Webhooks } from "@quarry/events";
import {
  type ChosenModels,
  type Configuration,
  Installation,
  Plugins,
  type PluginSource,
  type Settings,
} from "@quarry/host";
import { openDocuments, PagePictures, ParsePool, TextExtraction } from "@quarry/ingest";
import { QueryAnalytics, SearchService, Usage } from "@quarry/search";
import {
  ApiKeyRepository,
  checkedSecretBoxLayer,
  CollectionRepository,
  DamageRegistry,
  DataDirectoryLock,
  DocumentRepository,
  EmbedderTrainingRepository,
  EmbeddingCacheRepository,
  EndedSessionRepository,
  IdempotencyRepository,
  IndexChangeRepository,
  OperationRepository,
  QueryAnalyticsRepository,
  StoredFileRepository,
  VectorStoreRepository,
  UsageRepository,
  WebhookDeliveryRepository,
  WebhookRepository,
} from "@quarry/store";
import { Effect, Layer } from "effect";
import { join } from "node:path";
import type { Logger } from "pino";
import { defaultConfiguration } from "./default-configuration.ts";
import type { Deployment } from "./deployment.ts";
import { pageSourcesLayer } from "./page-sources.ts";
import { passagesLayer } from "./passages-layer.ts";
import { sharedLayer } from "./shared-layer.ts";
import { webhookRules } from "./webhook-rules.ts";

export interface ServiceLayerOptions {
  readonly settings: Settings;
  /** Environment variables that the settings were read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly deployment: Deployment;
  /** Configuration with the chosen models applied. */
  readonly configuration: Configuration;
  /** Models chosen before this start. */
  readonly chosen: ChosenModels;
  readonly pluginSource: PluginSource;
  readonly logger: Logger;
}

/**
 * Layers of the whole service, in stages: each depends on those below it and knows none above it. Nothing is opened
 * before the data folder is locked.
 */
export const serviceLayer = (options: ServiceLayerOptions) =>
  useCases(options).pipe(
    Layer.provideMerge(retrieval(options)),
    Layer.provideMerge(watchedStores),
    Layer.provideMerge(passagesLayer(options.settings)),
    Layer.provideMerge(pluginsAndParsing(options)),
    Layer.provideMerge(records(options)),
    Layer.provideMerge(sharedLayer(options.settings, options.deployment)),
    Layer.provideMerge(DataDirectoryLock.layer({ directory: options.settings.dataDirectory })),
  );

/** Use cases called by the API, the workers and the console. */
const useCases = ({ settings, deployment, environment, chosen }: ServiceLayerOptions) => {
  const maxBytes = settings.maxUploadSizeMegabytes * limits.BYTES_PER_MB;
  return Layer.mergeAll(
    ApiKeys.layer,
    Facets.layer.pipe(Layer.provideMerge(Queries.layer)),
    FilterFields.layer,
    Idempotency.layer,
    ModelUses.layer({
      dataDirectory: settings.dataDirectory,
      isAlone: deployment.isAlone,
      environment,
      chosen,
      firstEmbedder: settings.embedder,
    }).pipe(Layer.provideMerge(IndexChanges.layer)),
    Jobs.layer,
    DocumentPages.layer,
    DocumentTables.layer,
    PagePictures.layer({
      folder: join(settings.dataDirectory, "page-pictures"),
      maxBytes: settings.pageCacheMegabytes * limits.BYTES_PER_MB,
    }),
    Operations.layer,
    TextExtraction.layer({ folder: join(settings.dataDirectory, "extracted"), maxBytes }),
    RerankTexts.layer,
    Statistics.layer,
    StoredFiles.layer({ maxBytes }),
    VectorStores.layer,
    Transfers.layer({ maxBytes }),
    Uploads.layer({ maxBytes }),
    Vectors.layer,
    Webhooks.layer(webhookRules(settings)),
  ).pipe(
    Layer.provideMerge(
      Layer.mergeAll(Documents.layer, pageSourcesLayer(settings), StagedFiles.layer, VectorWrites.layer),
    ),
    Layer.provideMerge(WebhookOutbox.layer),
  );
};

/** Collections with their indexes, and the services that answer queries. Every answered query is counted. */
const retrieval = ({ settings, configuration }: ServiceLayerOptions) => {
  const embeddingObserver = Layer.effect(EmbeddingObserver, Usage);
  const embeddings = Embeddings.layer.pipe(
    Layer.provide(
      Layer.mergeAll(EmbeddingCache.layer(configuration.embeddingCache), EmbedderTrainings.layer, embeddingObserver),
    ),
  );
  const observer = Layer.effect(
    QueryObserver,
    Effect.gen(function* () {
      const analytics = yield* QueryAnalytics;
      const usage = yield* Usage;
      return {
        observe: (query) => {
          analytics.record(query);
          usage.query(query.caller, query.collectionId);
        },
      };
    }),
  );
  return Layer.mergeAll(Collections.layer, CollectionIndex.layer, SearchService.layer).pipe(
    Layer.provideMerge(
      Layer.mergeAll(Purge.layer, Storage.layer({ dataDirectory: settings.dataDirectory }), embeddings),
    ),
    Layer.provideMerge(observer.pipe(Layer.provideMerge(QueryAnalytics.layer))),
    Layer.provideMerge(Usage.layer),
  );
};

/** Layers above access the passage index and the vector stores only through their instrumentation. */
const watchedStores = Layer.mergeAll(instrumentedPassages, instrumentedPlugins).pipe(
  Layer.provideMerge(DamageRegistry.layer),
);

const pluginsAndParsing = (options: ServiceLayerOptions) => {
  const { settings, environment, configuration, pluginSource, logger } = options;
  const plugins = Plugins.layer({
    configuration,
    source: pluginSource,
    dataDirectory: join(settings.dataDirectory, "plugins"),
    log: (plugin) => (level, message, fields) => logger[level]({ ...fields, plugin }, message),
  });
  const defaults = defaultConfiguration(settings);
  return Layer.mergeAll(
    Installation.layer({ settings, environment, configuration, defaults }).pipe(Layer.provideMerge(plugins)),
    ParsePool.layer({
      threads: openDocuments(settings.ingestConcurrency),
      timeoutMs: settings.parseTimeoutSeconds * 1000,
      memoryMegabytes: settings.parseMemoryMegabytes,
      ...(configuration.parserLimits !== undefined && { parserLimits: configuration.parserLimits }),
    }),
  );
};

/** Rows of the metadata database, and the secret box that encrypts secrets in them. */
const records = ({ settings }: ServiceLayerOptions) =>
  Layer.mergeAll(
    ApiKeyRepository.layer,
    CollectionRepository.layer,
    DocumentRepository.layer,
    EmbedderTrainingRepository.layer,
    EmbeddingCacheRepository.layer,
    EndedSessionRepository.layer,
    IdempotencyRepository.layer,
    IndexChangeRepository.layer,
    OperationRepository.layer,
    QueryAnalyticsRepository.layer,
    StoredFileRepository.layer,
    VectorStoreRepository.layer,
    UsageRepository.layer,
    WebhookDeliveryRepository.layer,
    WebhookRepository.layer,
    checkedSecretBoxLayer({
      directory: settings.dataDirectory,
      isReplaced: settings.encryptionKeyReplaced,
      ...(settings.encryptionKey !== undefined && { key: settings.encryptionKey }),
    }),
  );
