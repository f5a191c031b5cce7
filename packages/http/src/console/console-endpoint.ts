import type { IncomingMessage, ServerResponse } from "node:http";
import type { BadKeys, ServeAs } from "../protocols/index.ts";
import { checkMethod, PAGE_METHODS, refuse } from "../protocols/http/page-answers.ts";
import { createHTTPHandler } from "@trpc/server/adapters/standalone";
import { ConsoleFiles } from "./pages/console-files.ts";
import type { ConsoleRouter } from "./routers/console-router.ts";
import { isOverTls, isSameOrigin } from "./session/same-origin.ts";
import type { Sessions } from "./session/sessions.ts";

export interface ConsoleEndpointOptions {
  readonly router: ConsoleRouter;
  readonly sessions: Sessions;
  /** Folder of the built pages. */
  readonly files: string;
  /** Slows down callers that guess keys. */
  readonly badKeys: BadKeys;
  /** Called for every failure that is the service's own fault. */
  readonly onError: (error: unknown, requestId: string) => void;
}

/** Handles requests for `/console` and below and returns true for them. */
export type ConsoleEndpoint = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  serveAs: ServeAs,
) => boolean;

const ROOT = "/console";

/** Maximum number of calls in one request, more than a page ever needs. */
const MAX_BATCH_SIZE = 50;

/** Maximum input size of a procedure. Files go through the mirrored API, which has the contract's own limits. */
const MAX_INPUT_BYTES = 1_048_576;

/** Maximum input size for callers that are not signed in: enough for a key and its JSON. */
const MAX_OPEN_INPUT_BYTES = 16_384;

/**
 * Serves the console: its pages, tRPC below `/console/trpc`, and the contract's own routes below `/console/api`. The
 * latter are called with the session's key instead of a token; authorisation is the same as for any client.
 */
export const consoleEndpoint = ({
  router,
  sessions,
  files,
  badKeys,
  onError,
}: ConsoleEndpointOptions): ConsoleEndpoint => {
  const pages = new ConsoleFiles(files);
  const requestIds = new WeakMap<IncomingMessage, string>();
  const options = {
    router,
    basePath: `${ROOT}/trpc/`,
    maxBatchSize: MAX_BATCH_SIZE,
    createContext: ({ req, res }) => ({
      sessions,
      session: sessions.read(req.headers.cookie),
      requestId: requestIds.get(req)!,
      isSecure: isOverTls(req),
      wrongKey: async () => {
        const address = badKeys.addressOf(req);
        const isSuspect = badKeys.isSuspect(address);
        badKeys.note(address);
        if (isSuspect) await badKeys.delay(address);
      },
      response: res,
    }),
    onError: ({ error, req }) => {
      if (error.code === "INTERNAL_SERVER_ERROR") onError(error.cause ?? error, requestIds.get(req)!);
    },
  } satisfies Parameters<typeof createHTTPHandler<ConsoleRouter>>[0];
  const trpc = createHTTPHandler({ ...options, maxBodySize: MAX_INPUT_BYTES });
  const openTrpc = createHTTPHandler({ ...options, maxBodySize: MAX_OPEN_INPUT_BYTES });

  const renew = (request: IncomingMessage, response: ServerResponse): void => {
    const cookie = sessions.renew(request.headers.cookie, isOverTls(request));
    if (cookie !== undefined) response.setHeader("Set-Cookie", cookie);
  };

  const answerTrpc = (request: IncomingMessage, response: ServerResponse, requestId: string): void => {
    requestIds.set(request, requestId);
    if (isWithoutBody(request)) request.headers["content-type"] ??= "application/json";
    response.setHeader("Cache-Control", "no-store");
    renew(request, response);
    const isSignedIn = sessions.read(request.headers.cookie) !== undefined;
    void (isSignedIn ? trpc : openTrpc)(request, response);
  };

  const answerApi = (request: IncomingMessage, response: ServerResponse, serveAs: ServeAs): void => {
    const session = sessions.read(request.headers.cookie);
    if (session === undefined) return refuse(response, 401, "The session has expired: sign in again");
    renew(request, response);
    const target = request.url!.slice(`${ROOT}/api`.length);
    serveAs(target, session.authorization, () => sessions.isOpen(session));
  };

  return (request, response, requestId, serveAs) => {
    const path = request.url!.split("?", 1)[0]!;
    if (path !== ROOT && !path.startsWith(`${ROOT}/`)) return false;
    const below = path.slice(ROOT.length + 1);
    const isCall = below.startsWith("trpc/") || below.startsWith("api/v1/");
    if (isCall && !isSameOrigin(request)) {
      refuse(response, 403, "Origin: only the console's own pages may call");
    } else if (below.startsWith("trpc/")) {
      // tRPC's adapter may treat other methods as an internal failure, as it does with TRACE.
      if (checkMethod(CALL_METHODS, request, response)) answerTrpc(request, response, requestId);
    } else if (below.startsWith("api/v1/")) {
      answerApi(request, response, serveAs);
    } else if (checkMethod(PAGE_METHODS, request, response)) {
      pages.answer(request, response, below).catch((error: unknown) => {
        onError(error, requestId);
        refuse(response, 500, "Internal server error");
      });
    }
    return true;
  };
};

/** Whether a POST has no body, as for signing out. It then has no content type either, and tRPC would reject that. */
const isWithoutBody = ({ method, headers }: IncomingMessage): boolean =>
  method === "POST" && headers["transfer-encoding"] === undefined && (headers["content-length"] ?? "0") === "0";

const CALL_METHODS = ["GET", "POST"] as const;
