import {
  ApiKeys,
  CollectionIndex,
  Collections,
  DirectWrites,
  Documents,
  Idempotency,
  IndexChanges,
  Jobs,
  Purge,
  Queries,
  QueryObserver,
  Statistics,
  Storage,
  Transfers,
  Uploads,
  Vectors,
  watchedPassages,
  watchedPlugins,
} from "@quarry/catalog";
import { limits } from "@quarry/domain";
import { EmbedderFits, EmbeddingCache, Embeddings } from "@quarry/embedding";
import { WebhookOutbox, Webhooks } from "@quarry/events";
import { type Configuration, Installation, Plugins, type PluginSource, type Settings } from "@quarry/host";
import { openDocuments, ParsePool } from "@quarry/ingest";
import { QueryAnalytics, SearchService } from "@quarry/search";
import {
  ApiKeyRepository,
  checkedSecretBoxLayer,
  CollectionRepository,
  DamagedPlaces,
  DataDirectoryLock,
  DocumentRepository,
  EmbedderFitRepository,
  EmbeddingCacheRepository,
  EndedSessionRepository,
  IdempotencyRepository,
  IndexChangeRepository,
  QueryAnalyticsRepository,
  WebhookDeliveryRepository,
  WebhookRepository,
} from "@quarry/store";
import { Effect, Layer } from "effect";
import { join } from "node:path";
import type { Logger } from "pino";
import { defaultConfiguration } from "./default-configuration.ts";
import type { Deployment } from "./deployment.ts";
import { sharedLayer } from "./shared-layer.ts";
import { webhookRules } from "./webhook-rules.ts";

export interface ServiceLayerOptions {
  readonly settings: Settings;
  /** What the settings were read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly deployment: Deployment;
  readonly configuration: Configuration;
  readonly pluginSource: PluginSource;
  readonly logger: Logger;
}

/** Every answered query is counted. */
const observeQueries = Layer.effect(
  QueryObserver,
  Effect.map(QueryAnalytics, (analytics) => ({ observe: analytics.record })),
).pipe(Layer.provideMerge(QueryAnalytics.layer));

/** Everything the service is made of, from the data folder up. Nothing is opened before the folder is locked. */
export const serviceLayer = (options: ServiceLayerOptions) => {
  const { settings, environment, deployment, configuration, pluginSource, logger } = options;
  const directory = settings.dataDirectory;
  const lock = DataDirectoryLock.layer({ directory });
  const shared = sharedLayer(settings, deployment);
  const repositories = Layer.mergeAll(
    ApiKeyRepository.layer,
    CollectionRepository.layer,
    DocumentRepository.layer,
    EmbedderFitRepository.layer,
    EmbeddingCacheRepository.layer,
    EndedSessionRepository.layer,
    IdempotencyRepository.layer,
    IndexChangeRepository.layer,
    QueryAnalyticsRepository.layer,
    WebhookDeliveryRepository.layer,
    WebhookRepository.layer,
  );
  const defaults = defaultConfiguration(settings);
  const installation = Installation.layer({ settings, environment, configuration, defaults });
  const platform = Layer.mergeAll(
    repositories.pipe(Layer.provideMerge(shared)),
    checkedSecretBoxLayer({
      directory,
      isReplaced: settings.encryptionKeyReplaced,
      ...(settings.encryptionKey !== undefined && { key: settings.encryptionKey }),
    }).pipe(Layer.provide(shared)),
    ParsePool.layer({
      threads: openDocuments(settings.ingestConcurrency),
      timeoutMs: settings.parseTimeoutSeconds * 1000,
      memoryMegabytes: settings.parseMemoryMegabytes,
      ...(configuration.parserLimits !== undefined && { parserLimits: configuration.parserLimits }),
    }),
    installation.pipe(
      Layer.provideMerge(
        Plugins.layer({
          configuration,
          source: pluginSource,
          dataDirectory: join(directory, "plugins"),
          log: (plugin) => (level, message, fields) => logger[level]({ ...fields, plugin }, message),
        }),
      ),
    ),
  );
  const catalog = Layer.mergeAll(
    ApiKeys.layer,
    Documents.layer,
    Idempotency.layer,
    IndexChanges.layer,
    Jobs.layer.pipe(Layer.provide(Documents.layer)),
    Statistics.layer,
    Vectors.layer.pipe(Layer.provide(DirectWrites.layer)),
    Transfers.layer({ maxBytes: settings.maxUploadSizeMegabytes * limits.BYTES_PER_MB }),
    Uploads.layer({ maxBytes: settings.maxUploadSizeMegabytes * limits.BYTES_PER_MB }),
    Queries.layer,
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(Collections.layer, CollectionIndex.layer, SearchService.layer)),
    Layer.provideMerge(
      Layer.mergeAll(
        Purge.layer,
        Storage.layer({ dataDirectory: directory }),
        Embeddings.layer.pipe(
          Layer.provide(Layer.mergeAll(EmbeddingCache.layer(configuration.embeddingCache), EmbedderFits.layer)),
        ),
      ),
    ),
    Layer.provideMerge(observeQueries),
    // Nobody above sees the passage index and the vector stores but through those who watch them.
    Layer.provideMerge(Layer.mergeAll(watchedPassages, watchedPlugins)),
    Layer.provideMerge(DamagedPlaces.layer),
  );
  const webhooks = Webhooks.layer(webhookRules(settings)).pipe(Layer.provideMerge(WebhookOutbox.layer));
  return Layer.mergeAll(catalog, webhooks).pipe(Layer.provideMerge(platform), Layer.provideMerge(lock));
};
