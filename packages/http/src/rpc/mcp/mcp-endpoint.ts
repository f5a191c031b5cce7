import type { IncomingMessage, ServerResponse } from "node:http";
import type { AuthInfo, McpHttpHandler } from "@modelcontextprotocol/server";
import type { Library } from "@quarry/mcp";
import { DomainError } from "@quarry/plugin/domain";
import { failureBody } from "../failure-body.ts";
import type { Authenticator, Principal } from "../handler.ts";
import { answerBatch, batchOf } from "./batch.ts";
import type { CatalogLibrary } from "./catalog-library.ts";
import { readText } from "./read-text.ts";
import { sendWebResponse, toWebRequest } from "./web-messages.ts";

export interface McpEndpointOptions {
  readonly library: CatalogLibrary;
  readonly authenticator: Authenticator;
  readonly version: string;
  readonly isAllowedOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  /** Called for every failure that is the service's own fault. */
  readonly onError: (error: unknown, requestId: string) => void;
}

/** Handles requests for `/mcp` and returns true for them. */
export type McpEndpoint = (request: IncomingMessage, response: ServerResponse, requestId: string) => boolean;

const PATH = "/mcp";

/** Caller of one request, passed through the protocol's library. */
interface Caller {
  readonly principal: Principal;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/**
 * Serves the Model Context Protocol over streamable HTTP, without sessions: each POST is independent, so that any
 * process of a cluster can answer it. The protocol's library is loaded at the first call.
 */
export const mcpEndpoint = (options: McpEndpointOptions): McpEndpoint => {
  let loading: Promise<McpHttpHandler> | undefined;
  const load = () => (loading ??= makeHandler(options));
  return (request, response, requestId) => {
    if (request.url!.split("?", 1)[0] !== PATH) return false;
    answer(options, load, request, response, requestId).catch((error: unknown) => {
      refuseFailed(response, error, () => options.onError(error, requestId));
    });
    return true;
  };
};

const answer = async (
  options: McpEndpointOptions,
  load: () => Promise<McpHttpHandler>,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<void> => {
  const { authorization, origin, host = request.headers[":authority"] } = request.headers;
  if (!options.isAllowedOrigin(origin, host as string | undefined)) {
    return refuse(response, 403, "Origin: pages of this origin may not call; see SERVICE_MCP_ORIGINS");
  }
  const principal = options.authenticator.authenticate(authorization);
  if (principal === undefined) {
    response.setHeader("WWW-Authenticate", "Bearer");
    if (authorization === undefined) return refuse(response, 401, "Authorization: a bearer token is required");
    const problem = options.authenticator.problemOf?.(authorization);
    return refuse(response, 401, problem === undefined ? BAD_TOKEN : `${BAD_TOKEN}: ${problem}`);
  }
  if (request.method !== "POST") {
    response.setHeader("Allow", "POST");
    return refuse(response, 405, `Method not allowed: must be POST, got ${request.method}`);
  }
  const body = await readText(request, response);
  if (body === undefined) return void response.destroy();
  const caller: Caller = { principal, requestId, signal: signalOf(response) };
  const handler = await load();
  const authInfo = authInfoOf(caller);
  const answerTo = (message: string) => handler.fetch(toWebRequest(request, message, caller.signal), { authInfo });
  const batch = batchOf(body);
  if (batch === undefined) return sendWebResponse(await answerTo(body), response);
  const admit = () => {
    // A key that was revoked in the meantime ends its running batch.
    if (options.authenticator.authenticate(authorization) === undefined) throw noLongerValid();
  };
  await answerBatch(batch, { admit, answer: answerTo }, response);
};

const noLongerValid = () => new DomainError({ code: "unauthenticated", message: BAD_TOKEN });

const BAD_TOKEN = "Authorization: the bearer token is not valid";

/** Returns a signal that is aborted when the caller disconnects, which is how a call over HTTP is cancelled. */
const signalOf = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
};

// The library passes this on as auth info. It contains no token, because no code there needs one.
const authInfoOf = (caller: Caller): AuthInfo => ({
  token: "",
  clientId: caller.principal.name,
  scopes: [caller.principal.scope],
  extra: { caller },
});

const makeHandler = async (options: McpEndpointOptions): Promise<McpHttpHandler> => {
  const [{ createMcpHandler }, { makeMcpServer }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("@quarry/mcp"),
  ]);
  return createMcpHandler(
    ({ authInfo }) => {
      const { principal, requestId, signal } = authInfo!.extra!["caller"] as Caller;
      return makeMcpServer({
        library: chargingSearches(options.library(principal), principal, options.authenticator),
        version: options.version,
        onError: (error) => options.onError(error, requestId),
        signal,
      });
    },
    // The tools never change, so there is nothing to subscribe to: no answer is endless.
    { maxSubscriptions: 0 },
  );
};

/** Wraps the library so that a search in several collections counts once per collection, as over REST. */
const chargingSearches = (library: Library, principal: Principal, authenticator: Authenticator): Library => {
  const search: Library["search"] = (names, request, signal) => {
    if (names.length > 1) authenticator.charge?.(principal, names.length - 1);
    return library.search(names, request, signal);
  };
  // Copying its own properties would omit the methods of a class.
  return Object.assign(Object.create(library) as Library, { search });
};

const STATUSES: Partial<Record<DomainError["code"], number>> = {
  invalid_argument: 400,
  too_large: 413,
  resource_exhausted: 429,
};

const refuseFailed = (response: ServerResponse, error: unknown, onFault: () => void): void => {
  const status = error instanceof DomainError ? STATUSES[error.code] : undefined;
  if (status === undefined) onFault();
  if (response.headersSent || response.destroyed) return void response.destroy();
  if (!(error instanceof DomainError) || status === undefined) return refuse(response, 500, "Internal server error");
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) response.setHeader("Retry-After", String(Math.ceil(retryAfterSeconds)));
  refuse(response, status, error.message);
};

const refuse = (response: ServerResponse, status: number, detail: string): void => {
  // The rest of the request body is not read.
  if (response.req.httpVersionMajor === 1 && !response.req.complete) response.setHeader("Connection", "close");
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(failureBody(status, detail));
};
