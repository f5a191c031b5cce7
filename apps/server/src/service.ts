import { randomUUID } from "node:crypto";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { periodicRecheck } from "@quarry/catalog";
import { makeConsole, makeMetricsEndpoint, ServiceMetrics } from "@quarry/http/console";
import { limits } from "@quarry/plugin/domain";
import { recoverWebhookDeliveries, runWebhookDeliveries } from "@quarry/events";
import { recoverAlone, recoverAmongOthers, releaseAlone, runIngestWorkers, tidyNowAndThen } from "@quarry/ingest";
import { makeCatalogLibrary, mcpEndpoint, originCheck } from "@quarry/http/rpc/mcp";
import {
  Addresses,
  apiDocumentation,
  BadKeys,
  DecodingThread,
  type ErrorListener,
  HttpServer,
  type HttpServerOptions,
} from "@quarry/http/protocols";
import { makeHealthServices, makeKeyAuthenticator, makeServices, rateLimited } from "@quarry/http/rpc";
import { makeOpenAiRoutes } from "@quarry/openai";
import { Usage } from "@quarry/search";
import { Effect, Logger as EffectLogger, type Redacted, Scope } from "effect";
import type { AddressInfo } from "node:net";
import { applicationRoutes } from "./application-routes.ts";
import { checkShared } from "./check-shared.ts";
import { effectLogger } from "./effect-logger.ts";
import { frontDoor } from "./front-door.ts";
import { RefusedCalls } from "./refused-calls.ts";
import { serviceLayer, type ServiceLayerOptions } from "./service-layer.ts";
import { stopTimes } from "./stop-times.ts";
import { webhookRules } from "./webhook-rules.ts";

export interface ServiceOptions extends ServiceLayerOptions {
  /** API secret, or undefined for a worker, which serves nothing that needs it. */
  readonly apiSecret: Redacted.Redacted | undefined;
  readonly version: string;
  /** Called once, when the service accepts requests. */
  readonly onListening: (address: AddressInfo) => void;
}

/** Output folder of `npm run console:build`. */
const CONSOLE_FILES = join(dirname(findPackageJSON("@quarry/console", import.meta.url)!), "dist");

/**
 * Runs the service until it is interrupted. Then it stops accepting requests, finishes or hands back its work, and
 * closes.
 */
export const runService = (options: ServiceOptions) =>
  Effect.gen(function* () {
    const { settings, logger, deployment } = options;
    yield* checkShared(deployment);
    yield* Effect.forkScoped(periodicRecheck);
    // Server and workers stop concurrently, so that one grace period is enough for all; the services they depend on
    // close after them.
    const together = yield* Effect.acquireRelease(Scope.make("parallel"), Scope.close);
    if (deployment.role !== "api") yield* Scope.provide(startWork(options), together);
    const server = yield* Scope.provide(serve(options), together);
    const address = yield* Effect.promise(() => server.listen(settings.port, settings.host));
    const { role } = deployment;
    logger.info({ role, host: address.address, port: address.port, version: options.version }, "listening");
    options.onListening(address);
    return yield* Effect.never;
  }).pipe(
    Effect.scoped,
    Effect.provide(serviceLayer(options)),
    Effect.provide(EffectLogger.layer([effectLogger(options.logger)])),
  );

/** Repairs the leftovers of a crash, then processes documents and delivers webhooks in the background. */
const startWork = Effect.fnUntraced(function* (options: ServiceOptions) {
  const { settings, deployment, version } = options;
  const isInS3 = settings.files?.startsWith("s3://") === true;
  const recovery = deployment.isAlone
    ? recoverAlone(yield* releaseAlone)
    : recoverAmongOthers({ sweepTemporary: isInS3 });
  if (deployment.isAlone) yield* recoverWebhookDeliveries;
  yield* Effect.forkScoped(
    Effect.catchCause(recovery, (cause) => Effect.logWarning("recovery is postponed to the next start", cause)),
  );
  yield* Effect.forkScoped(tidyNowAndThen({ others: !deployment.isAlone }));
  const { workMs, webhooksMs } = timesOf(options);
  const owner = `${process.pid}-${randomUUID()}`;
  yield* Effect.forkScoped(
    runWebhookDeliveries({
      owner,
      rules: webhookRules(settings),
      timeoutMs: settings.webhookDeliveryTimeoutSeconds * 1000,
      userAgent: `Quarry/${version}`,
      stopGraceMs: webhooksMs,
    }),
  );
  yield* Effect.forkScoped(runIngestWorkers({ owner, concurrency: settings.ingestConcurrency, stopGraceMs: workMs }));
});

const timesOf = ({ settings }: ServiceOptions) => stopTimes(settings.shutdownGraceSeconds * 1000);

/** Serves requests. A worker only answers health checks. */
const serve = Effect.fnUntraced(function* (options: ServiceOptions) {
  const { apiSecret, version, configuration } = options;
  if (options.deployment.role === "worker" || apiSecret === undefined) {
    const services = yield* makeHealthServices(version);
    return yield* listenWith(options, { services, authenticator: { authenticate: () => undefined } });
  }
  const configuredKeys = Object.entries(configuration.apiKeys ?? {}).map(([name, { sha256, ...rest }]) => ({
    name,
    digest: sha256,
    ...rest,
  }));
  const authenticator = yield* makeKeyAuthenticator({ secret: apiSecret, configuredKeys });
  const services = yield* makeServices(version, {
    configuredKeys,
    refresh: authenticator.refresh,
    onChange: ({ change, name: key, ...fields }) => options.logger.info({ change, key, ...fields }, `key ${change}`),
  });
  const largeBodies = yield* Effect.acquireRelease(
    Effect.sync(() => new DecodingThread()),
    (thread) => Effect.promise(() => thread.close()),
  );
  const onError = failureLog(options);
  const metrics = yield* ServiceMetrics.make;
  const usage = yield* Usage;
  const limited = rateLimited(authenticator, options.settings.rateLimitPerMinute);
  const documentation = apiDocumentation({ services, version });
  const mcp = mcpEndpoint({
    library: yield* makeCatalogLibrary,
    authenticator: limited,
    version,
    isAllowedOrigin: originCheck(options.settings.mcpOrigins?.split(",").map((origin) => origin.trim()) ?? []),
    onError,
  });
  const figures = yield* makeMetricsEndpoint({ authenticator: limited, version, onError }).pipe(
    Effect.provideService(ServiceMetrics, metrics),
  );
  const badKeys = new BadKeys(addressesOf(options));
  const refused = new RefusedCalls(options.logger);
  const atRoot = frontDoor({ hasConsole: options.settings.console });
  const console = options.settings.console
    ? yield* makeConsole({
        authenticator,
        limited,
        version,
        sessionMs: options.settings.consoleSessionMinutes * 60_000,
        files: CONSOLE_FILES,
        badKeys,
        onError,
      }).pipe(Effect.provideService(ServiceMetrics, metrics))
    : () => false;
  const openAi = yield* makeOpenAiRoutes({ modelAliases: configuration.modelAliases ?? {} });
  return yield* listenWith(options, {
    services,
    routeGroups: [openAi, ...(yield* applicationRoutes(options.settings))],
    largeBodies,
    badKeys,
    authenticator: limited,
    onAdmitted: ({ name }, names) => usage.request(name, names),
    onRequest: (summary) => {
      metrics.requests.record(summary);
      refused.record(summary);
    },
    fallback: (request, response, requestId, serveAs) =>
      atRoot(request, response) ||
      documentation(request, response) ||
      mcp(request, response, requestId) ||
      figures(request, response, requestId) ||
      console(request, response, requestId, serveAs),
  });
});

const addressesOf = ({ settings }: ServiceOptions): Addresses => new Addresses(settings.trustedProxies);

const failureLog =
  ({ logger }: ServiceOptions): ErrorListener =>
  (error, requestId) =>
    logger.error({ err: error, requestId }, "request failed");

type Served = Omit<HttpServerOptions, "maxUploadBytes" | "maxAnswerBytes" | "onError">;

const listenWith = (options: ServiceOptions, served: Served) => {
  const { settings, logger } = options;
  return Effect.acquireRelease(
    Effect.sync(
      () =>
        new HttpServer({
          ...served,
          addresses: addressesOf(options),
          maxConnectionsPerAddress: settings.connectionsPerAddress,
          maxUploadBytes: settings.maxUploadSizeMegabytes * limits.BYTES_PER_MB,
          maxAnswerBytes: settings.maxAnswerSizeMegabytes * limits.BYTES_PER_MB,
          onError: failureLog(options),
          ...(logger.isLevelEnabled("debug") && {
            onRequest: (summary) => {
              served.onRequest?.(summary);
              logger.debug(summary, "request");
            },
          }),
        }),
    ),
    (server) => Effect.promise(() => server.close(timesOf(options).workMs)),
  );
};
