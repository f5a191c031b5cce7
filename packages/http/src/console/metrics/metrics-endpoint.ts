import type { IncomingMessage, ServerResponse } from "node:http";
import { Storage } from "@quarry/catalog";
import { DomainError } from "@quarry/plugin/domain";
import { checkMethod, PAGE_METHODS, refuse } from "../../protocols/http/page-answers.ts";
import { checkDependencies, type HealthServices, runEffect } from "../../rpc/index.ts";
import type { Authenticator } from "../../rpc/handler.ts";
import { Effect } from "effect";
import { exposition } from "./exposition.ts";
import { dependencyMetrics, processMetrics, requestMetrics, roomMetrics, storeMetrics } from "./service-exposition.ts";
import { ServiceMetrics } from "./service-metrics.ts";
import { sharedRead } from "./shared-read.ts";

export interface MetricsEndpointOptions {
  readonly authenticator: Authenticator;
  readonly version: string;
  /** Called for every failure that is the service's own fault. */
  readonly onError: (error: unknown, requestId: string) => void;
}

/** Handles requests for `/metrics` and returns true for them. */
export type MetricsEndpoint = (request: IncomingMessage, response: ServerResponse, requestId: string) => boolean;

const PATH = "/metrics";
const HEALTH_MS = 5_000;

/**
 * Serves the service's metrics in the Prometheus text format, to any key that is not limited to certain collections or
 * by a filter.
 */
export const makeMetricsEndpoint = (options: MetricsEndpointOptions) =>
  Effect.gen(function* () {
    const metrics = yield* ServiceMetrics;
    const { space } = yield* Storage;
    const services = yield* Effect.context<HealthServices>();
    const dependencies = sharedRead(HEALTH_MS, () => runEffect(Effect.provideContext(checkDependencies, services)));

    const read = async (): Promise<string> => {
      const counted = metrics.counted();
      return exposition([
        ...processMetrics(options.version),
        ...requestMetrics(metrics.requests.totals),
        ...(counted === undefined ? [] : storeMetrics(counted)),
        ...dependencyMetrics(await dependencies()),
        ...roomMetrics(await runEffect(space)),
      ]);
    };

    const endpoint: MetricsEndpoint = (request, response, requestId) => {
      if (request.url!.split("?", 1)[0] !== PATH) return false;
      answer(options.authenticator, read, request, response).catch((error: unknown) => {
        if (error instanceof DomainError) return refuseTooMany(response, error);
        options.onError(error, requestId);
        refuse(response, 500, "Internal server error");
      });
      return true;
    };
    return endpoint;
  });

const answer = async (
  authenticator: Authenticator,
  read: () => Promise<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { authorization } = request.headers;
  const principal = authenticator.authenticate(authorization);
  if (principal === undefined) {
    response.setHeader("WWW-Authenticate", "Bearer");
    return refuse(response, 401, authorization === undefined ? "Authorization: a bearer token is required" : BAD_TOKEN);
  }
  if (principal.collections !== undefined) return refuse(response, 403, "This key is limited to some collections");
  if (principal.accessFilter !== undefined)
    return refuse(response, 403, "This key is limited to what its filter matches");
  if (!checkMethod(PAGE_METHODS, request, response)) return;
  const body = Buffer.from(await read());
  response
    .writeHead(200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Content-Length": body.byteLength })
    .end(request.method === "HEAD" ? undefined : body);
};

const BAD_TOKEN = "Authorization: the bearer token is not valid";

/** Answers a call that exceeds the key's rate limit for this minute, as reported by the authenticator. */
const refuseTooMany = (response: ServerResponse, { message, retryAfterSeconds }: DomainError): void => {
  if (retryAfterSeconds !== undefined) response.setHeader("Retry-After", retryAfterSeconds);
  refuse(response, 429, message);
};
