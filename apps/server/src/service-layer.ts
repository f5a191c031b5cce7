import {
  ApiKeys,
  CollectionIndex,
  Collections,
  DirectWrites,
  Documents,
  Idempotency,
  IndexChanges,
  Purge,
  Queries,
  QueryObserver,
  Statistics,
  Transfers,
  Uploads,
  Vectors,
} from "@quarry/catalog";
import { limits } from "@quarry/domain";
import { EmbeddingCache, Embeddings } from "@quarry/embedding";
import { WebhookOutbox, Webhooks } from "@quarry/events";
import { type Configuration, Plugins, type PluginSource, type Settings } from "@quarry/host";
import { ParsePool } from "@quarry/ingest";
import { QueryAnalytics, SearchService } from "@quarry/search";
import {
  ApiKeyRepository,
  CollectionRepository,
  DataDirectoryLock,
  DocumentRepository,
  EmbeddingCacheRepository,
  IdempotencyRepository,
  IndexChangeRepository,
  QueryAnalyticsRepository,
  SecretBox,
  WebhookDeliveryRepository,
  WebhookRepository,
} from "@quarry/store";
import { Effect, Layer } from "effect";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Deployment } from "./deployment.ts";
import { sharedLayer } from "./shared-layer.ts";

export interface ServiceLayerOptions {
  readonly settings: Settings;
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
export const serviceLayer = ({ settings, deployment, configuration, pluginSource, logger }: ServiceLayerOptions) => {
  const directory = settings.dataDirectory;
  const lock = DataDirectoryLock.layer({ directory });
  const shared = sharedLayer(settings, deployment);
  const repositories = Layer.mergeAll(
    ApiKeyRepository.layer,
    CollectionRepository.layer,
    DocumentRepository.layer,
    EmbeddingCacheRepository.layer,
    IdempotencyRepository.layer,
    IndexChangeRepository.layer,
    QueryAnalyticsRepository.layer,
    WebhookDeliveryRepository.layer,
    WebhookRepository.layer,
  );
  const platform = Layer.mergeAll(
    repositories.pipe(Layer.provideMerge(shared)),
    SecretBox.layer({ directory, ...(settings.encryptionKey !== undefined && { key: settings.encryptionKey }) }),
    ParsePool.layer({
      threads: settings.ingestConcurrency,
      timeoutMs: settings.parseTimeoutSeconds * 1000,
      memoryMegabytes: settings.parseMemoryMegabytes,
      ...(configuration.parserLimits !== undefined && { parserLimits: configuration.parserLimits }),
    }),
    Plugins.layer({
      configuration,
      source: pluginSource,
      dataDirectory: join(directory, "plugins"),
      log: (plugin) => (level, message, fields) => logger[level]({ plugin, ...fields }, message),
    }),
  );
  const catalog = Layer.mergeAll(
    ApiKeys.layer,
    Documents.layer,
    Idempotency.layer,
    IndexChanges.layer,
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
        Embeddings.layer.pipe(Layer.provide(EmbeddingCache.layer(configuration.embeddingCache))),
      ),
    ),
    Layer.provideMerge(observeQueries),
  );
  const webhooks = Webhooks.layer({ allowPrivate: settings.webhookAllowPrivate }).pipe(
    Layer.provideMerge(WebhookOutbox.layer),
  );
  return Layer.mergeAll(catalog, webhooks).pipe(Layer.provideMerge(platform), Layer.provideMerge(lock));
};
