import { randomUUID } from "node:crypto";
import { limits } from "@quarry/domain";
import { recoverWebhookDeliveries, runWebhookDeliveries } from "@quarry/events";
import { recover, runIngestWorkers } from "@quarry/ingest";
import { apiDocumentation, createHttpServer, DecodingThread, type HttpServer } from "@quarry/rest";
import { makeKeyAuthenticator, makeServices, rateLimited } from "@quarry/rpc";
import { Effect, Logger as EffectLogger, type Redacted } from "effect";
import type { AddressInfo } from "node:net";
import { effectLogger } from "./effect-logger.ts";
import { serviceLayer, type ServiceLayerOptions } from "./service-layer.ts";

export interface ServiceOptions extends ServiceLayerOptions {
  readonly apiSecret: Redacted.Redacted;
  readonly version: string;
  /** Called once, when the service accepts requests. */
  readonly onListening: (address: AddressInfo) => void;
}

/** A receiver that hangs must not hold up a stop: what is broken off is sent again after the next start. */
const WEBHOOK_STOP_GRACE_MS = 3_000;

/** Runs the service until interrupted; then it stops accepting, finishes or hands back what it does, and closes. */
export const runService = (options: ServiceOptions) =>
  Effect.gen(function* () {
    yield* recover();
    yield* recoverWebhookDeliveries;
    const { settings, logger } = options;
    const graceMs = settings.shutdownGraceSeconds * 1000;
    const owner = `${process.pid}-${randomUUID()}`;
    yield* Effect.forkScoped(
      runWebhookDeliveries({
        owner,
        rules: { allowPrivate: settings.webhookAllowPrivate },
        timeoutMs: settings.webhookDeliveryTimeoutSeconds * 1000,
        userAgent: `Quarry/${options.version}`,
        stopGraceMs: Math.min(graceMs, WEBHOOK_STOP_GRACE_MS),
      }),
    );
    // In the scope, and before the server: a stop closes the server first, waits for the workers next, and only then
    // closes what both stand on.
    yield* Effect.forkScoped(
      runIngestWorkers({
        owner,
        concurrency: settings.ingestConcurrency,
        stopGraceMs: graceMs,
      }),
    );
    const server = yield* serve(options, graceMs);
    const address = yield* Effect.promise(() => server.listen(settings.port, settings.host));
    logger.info({ host: address.address, port: address.port, version: options.version }, "listening");
    options.onListening(address);
    return yield* Effect.never;
  }).pipe(
    Effect.scoped,
    Effect.provide(serviceLayer(options)),
    Effect.provide(EffectLogger.layer([effectLogger(options.logger)])),
  );

const serve = Effect.fnUntraced(function* (options: ServiceOptions, graceMs: number) {
  const services = yield* makeServices(options.version);
  const { settings, logger } = options;
  const configuredKeys = Object.entries(options.configuration.apiKeys ?? {}).map(([name, { sha256, ...rest }]) => ({
    name,
    digest: sha256,
    ...rest,
  }));
  const authenticator = yield* makeKeyAuthenticator({ secret: options.apiSecret, configuredKeys });
  const largeBodies = yield* Effect.acquireRelease(
    Effect.sync(() => new DecodingThread()),
    (thread) => Effect.promise(() => thread.close()),
  );
  return yield* Effect.acquireRelease(
    Effect.sync(() =>
      createHttpServer({
        services,
        largeBodies,
        authenticator: rateLimited(authenticator, settings.rateLimitPerMinute),
        maxUploadBytes: settings.maxUploadSizeMegabytes * limits.BYTES_PER_MB,
        fallback: apiDocumentation({ services, version: options.version }),
        onError: (error, requestId) => logger.error({ err: error, requestId }, "request failed"),
        ...(logger.isLevelEnabled("debug") && {
          onRequest: (summary) => logger.debug(summary, "request"),
        }),
      }),
    ),
    (server: HttpServer) => Effect.promise(() => server.close(graceMs)),
  );
});
