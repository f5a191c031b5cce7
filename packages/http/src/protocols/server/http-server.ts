import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createHttp2Server, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { describeValue, unavailable } from "@quarry/plugin/domain";
import type { Authenticator, BoundService } from "../../rpc/handler.ts";
import { AnswerBudget } from "../call/answer-budget.ts";
import { type ErrorListener, type Failure, toFailure } from "../call/failure.ts";
import { type AdmissionListener, methodPlans } from "../call/method-plan.ts";
import { requestIdOf } from "../call/request-id.ts";
import { ConnectHandler } from "../connect/connect-handler.ts";
import { answerDetail, answerFailure } from "../http/answer.ts";
import { markAwaitingContinue } from "../http/answer-before-body.ts";
import { GrpcProtocol } from "../grpc/grpc-protocol.ts";
import { HttpCall } from "../http/http-call.ts";
import { LiveStreams } from "../rest/live-streams.ts";
import { Intake } from "../intake/intake.ts";
import type { LargeBodies } from "../intake/large-bodies.ts";
import { routesByMediaType } from "../rest/by-media-type.ts";
import { RestHandler } from "../rest/rest-handler.ts";
import { restRoutes } from "../rest/rest-routes.ts";
import { groupRoutes, groupsByPath } from "../route-groups/group-routes.ts";
import type { RouteGroup } from "../route-groups/route-group.ts";
import { Addresses } from "./addresses.ts";
import { BadKeys } from "./bad-keys.ts";
import { answerUnparsable, hostProblem } from "./bad-request.ts";
import { DEFAULT_TIMEOUTS, type HttpTimeouts } from "./http-timeouts.ts";
import { passKeyGate } from "./key-gate.ts";
import { ConnectionCounts, RESETS_AT_ONCE, RESETS_PER_SECOND } from "./connection-counts.ts";
import { sniffProtocol } from "./protocol-sniffer.ts";
import { StreamQueue } from "./stream-queue.ts";

/** Answered request, for logs and metrics. */
export interface RequestSummary {
  readonly requestId: string;
  readonly method: string;
  /** Template of the route, such as `/v1/collections/{name}`, or path of the rpc; undefined if there is none. */
  readonly route: string | undefined;
  readonly path: string;
  /** 0 if the caller disconnected before an answer was sent. */
  readonly status: number;
  readonly durationMs: number;
  /** Name of the caller's key. */
  readonly principal: string | undefined;
  /** Error that was sent; undefined after a success, and for requests outside the contract. */
  readonly failure: Pick<Failure, "code" | "message"> | undefined;
}

export interface HttpServerOptions {
  readonly services: readonly BoundService[];
  /** Routes of other protocols, in addition to the contract's. Default: none. */
  readonly routeGroups?: readonly RouteGroup[];
  readonly authenticator: Authenticator;
  /** Maximum size of an uploaded file, in bytes. It is used to reject forms early; handlers enforce the exact limit. */
  readonly maxUploadBytes: number;
  /** Maximum message size, in bytes, also for requests whose rpc allows more. Default 64 MiB. */
  readonly maxJsonBytes?: number;
  /** Maximum size of one answer that is not a stream, in bytes. Default 64 MiB. */
  readonly maxAnswerBytes?: number | undefined;
  /** Decodes large bodies in another thread. Default: decoding in this one. */
  readonly largeBodies?: LargeBodies;
  readonly timeouts?: Partial<HttpTimeouts>;
  /** Determines callers' addresses. Default: no proxy is trusted. */
  readonly addresses?: Addresses;
  /** Slows down callers that guess keys. Default: a new instance. */
  readonly badKeys?: BadKeys;
  /** Maximum number of connections of one address at a time; this machine's own can have more. Default 512. */
  readonly maxConnectionsPerAddress?: number;
  /** Called for every failure that the caller sees only as "Internal server error". */
  readonly onError: ErrorListener;
  /** Called for each admitted request of the contract. Default: none. */
  readonly onAdmitted?: AdmissionListener | undefined;
  /** Called when a request has ended. Default: none. */
  readonly onRequest?: (summary: RequestSummary) => void;
  /**
   * Called for requests whose path is not the contract's (a console, metrics, documentation); returns true if it
   * handles the request. No token is checked before. Default: 404.
   */
  readonly fallback?: (
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    serveAs: ServeAs,
  ) => boolean;
}

/**
 * Answers the request as if it had been sent to `target`, a path of the contract, with this `Authorization`. A stream
 * ends within seconds after `isOpen` returns false.
 */
export type ServeAs = (target: string, authorization: string, isOpen: () => boolean) => void;

const DEFAULT_GRACE_MS = 10_000;

/** Maximum number of concurrent calls on one HTTP/2 connection; Node's own default is unlimited. */
const MAX_CONCURRENT_STREAMS = 256;

/** Maximum number of connections of one address: a page opens six, a loader some dozens. */
const MAX_CONNECTIONS_PER_ADDRESS = 512;

/** Interval at which a stopping server closes idle connections. */
const SWEEP_MS = 20;

/** Server of REST, Connect and gRPC on one port, over HTTP/1.1 and HTTP/2 without TLS. */
export class HttpServer {
  readonly #options: HttpServerOptions;
  readonly #timeouts: HttpTimeouts;
  readonly #liveStreams: LiveStreams;
  readonly #rest: RestHandler;
  readonly #connect: ConnectHandler;
  readonly #http1: Server;
  readonly #http2: Http2Server;
  readonly #badKeys: BadKeys;
  readonly #groupOf: (path: string) => RouteGroup | undefined;
  readonly #answers: AnswerBudget;
  readonly #connections: ConnectionCounts;
  readonly #sockets = new Set<Socket>();
  /** Connections that have not sent enough bytes to detect their protocol. */
  readonly #silentSockets = new Set<Socket>();
  readonly #sessions = new Set<ServerHttp2Session>();
  #isClosing = false;

  constructor(options: HttpServerOptions) {
    this.#options = options;
    this.#answers = new AnswerBudget(options.maxAnswerBytes);
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
    const { authenticator, onError } = options;
    const intake = new Intake(options.maxJsonBytes, options.largeBodies);
    const addresses = options.addresses ?? new Addresses();
    const maxPerAddress = options.maxConnectionsPerAddress ?? MAX_CONNECTIONS_PER_ADDRESS;
    this.#connections = new ConnectionCounts(addresses, maxPerAddress);
    this.#badKeys = options.badKeys ?? new BadKeys(addresses);
    const liveStreams = new LiveStreams(validityBy(authenticator));
    this.#liveStreams = liveStreams;
    const charge = authenticator.charge?.bind(authenticator);
    const plans = options.services.flatMap((service) => methodPlans(service, charge, options.onAdmitted));
    const routeOptions = {
      intake,
      maxUploadBytes: options.maxUploadBytes,
      heartbeatMs: this.#timeouts.heartbeatMs,
      liveStreams,
      onError,
    };
    const routes = routesByMediaType(plans.flatMap((plan) => restRoutes(plan, routeOptions)));
    const groups = options.routeGroups ?? [];
    this.#groupOf = groupsByPath(groups);
    const ofGroups = groups.flatMap((group) => groupRoutes(group, { intake, charge }));
    this.#rest = new RestHandler({ routes: [...routes, ...ofGroups], authenticator, onError });
    const protocol = new GrpcProtocol(options.services, liveStreams);
    this.#connect = new ConnectHandler({ plans, authenticator, intake, liveStreams, onError, protocol });
    this.#http1 = this.#createHttp1();
    this.#http2 = this.#createHttp2();
  }

  /** Starts to accept connections. Rejects if the address is not available. Port 0 selects a free port. */
  listen(port: number, host: string): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#http1.once("error", reject).listen(port, host, () => {
        this.#http1.off("error", reject);
        resolve(this.#http1.address() as AddressInfo);
      });
    });
  }

  /**
   * Stops the server gracefully. It accepts no new connections or requests and ends endless streams immediately. Other
   * requests can finish within `graceMs` (default 10 s) and are then aborted.
   */
  async close(graceMs = DEFAULT_GRACE_MS): Promise<void> {
    this.#isClosing = true;
    const closed = new Promise<void>((resolve) => this.#http1.close(() => resolve()));
    this.#liveStreams.stopAll();
    // Sends GOAWAY: active streams continue, new ones are rejected.
    for (const session of this.#sessions) session.close();
    for (const socket of this.#silentSockets) socket.destroy();
    // A connection whose last answer ends after this point becomes idle then, and Node does not check it again.
    const sweep = setInterval(() => this.#http1.closeIdleConnections(), SWEEP_MS);
    const graceTimer = setTimeout(() => this.#closeConnections(), graceMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(graceTimer);
  }

  #closeConnections(): void {
    for (const session of this.#sessions) session.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  #createHttp1(): Server {
    const serve = (request: IncomingMessage, response: ServerResponse) => this.#serve(request, response);
    const server = createServer(
      {
        headersTimeout: this.#timeouts.headersMs,
        // A large file over a slow connection can take long; the idle timeout ends a body that makes no progress.
        requestTimeout: 0,
        keepAliveTimeout: this.#timeouts.keepAliveMs,
        connectionsCheckingInterval: Math.min(5_000, this.#timeouts.headersMs),
        noDelay: true,
        // Node's own rejection has no body; ours states what is missing.
        requireHostHeader: false,
      },
      serve,
    );
    server.timeout = this.#timeouts.idleMs;
    server.on("checkContinue", (request, response) => {
      markAwaitingContinue(request);
      serve(request, response);
    });
    server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
      const call = new HttpCall(request, response, requestIdOf(request.headers["x-request-id"]));
      answerDetail(call, 417, `Expect: may be 100-continue, got ${describeValue(request.headers.expect)}`);
    });
    server.on("clientError", answerUnparsable);
    this.#sniffConnections(server);
    return server;
  }

  /** Puts the sniffer between the listening socket and Node's own HTTP/1.1 listener. */
  #sniffConnections(server: Server): void {
    const [serveHttp1] = server.listeners("connection") as ((socket: Socket) => void)[];
    server.removeAllListeners("connection");
    server.on("connection", (socket: Socket) => {
      if (!this.#connections.admit(socket)) return void socket.destroy();
      this.#sockets.add(socket);
      this.#silentSockets.add(socket);
      socket.once("close", () => {
        this.#sockets.delete(socket);
        this.#silentSockets.delete(socket);
      });
      sniffProtocol(socket, this.#timeouts.firstBytesMs, (_socket, protocol) => {
        this.#silentSockets.delete(socket);
        if (protocol === "http/1.1") return void serveHttp1!.call(server, socket);
        // HTTP/1.1 clients can close their side and wait; for HTTP/2 that ends the connection, including uploads in
        // progress.
        socket.allowHalfOpen = false;
        if (!this.#connections.isSessionAllowed(socket)) return void socket.destroy();
        this.#http2.emit("connection", socket);
      });
    });
  }

  #createHttp2(): Http2Server {
    const bounds = {
      settings: { maxConcurrentStreams: MAX_CONCURRENT_STREAMS },
      streamResetBurst: RESETS_AT_ONCE,
      streamResetRate: RESETS_PER_SECOND,
    };
    // The compatibility API has the form of HTTP/1.1 except for its types.
    const calls = new StreamQueue((request, response) =>
      this.#serve(request as unknown as IncomingMessage, response as unknown as ServerResponse),
    );
    const server = createHttp2Server(bounds, (request, response) => calls.add(request, response));
    server.on("session", (session) => {
      this.#sessions.add(session);
      session.once("close", () => this.#sessions.delete(session));
      // A broken connection ends its own calls; without a listener the error would end the process.
      session.on("error", () => undefined);
      session.setTimeout(this.#timeouts.idleMs, () => session.destroy());
      this.#connections.countResets(session);
      if (this.#isClosing) session.close();
    });
    return server;
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const requestId = requestIdOf(request.headers["x-request-id"]);
    const call = new HttpCall(request, response, requestId, this.#answers);
    // Node drains the body by itself only if no one started to read it: the next request on the connection waits behind
    // it.
    response.once("finish", () => request.resume());
    const [path, query] = splitUrl(request.url!);
    const group = this.#groupOf(path);
    call.failureWriter = group?.failureBody;
    if (this.#options.onRequest !== undefined) this.#summarize(call, path, this.#options.onRequest);
    if (this.#isClosing) return this.#refuse(call);
    const problem = hostProblem(request);
    if (problem !== undefined) return answerDetail(call, 400, problem);
    const authenticator = group?.authenticator ?? this.#options.authenticator;
    const answer = () => this.#answer(call, path, query);
    const pass = () => passKeyGate(this.#badKeys, call, validityBy(authenticator), answer);
    const preparation = authenticator.prepare?.(request.headers.authorization);
    if (preparation === undefined) return pass();
    void preparation.then(pass);
  }

  #answer(call: HttpCall, path: string, query: string): void {
    const { request, response, requestId } = call;
    if (call.isDisconnected) return;
    if (this.#connect.serves(path)) return this.#serveConnect(call, path);
    if (this.#options.fallback !== undefined && !this.#rest.serves(path)) {
      response.setHeader("X-Request-Id", requestId);
      const leave = this.#liveStreams.add(() => endIfEndless(request, response));
      response.once("close", leave);
      if (this.#options.fallback(request, response, requestId, this.#serveAs(call))) return;
      response.off("close", leave);
      leave();
      response.removeHeader("X-Request-Id");
    }
    void this.#rest.handle(call, path, query);
  }

  #serveAs(call: HttpCall): ServeAs {
    return (target, authorization, isOpen) => {
      call.request.headers.authorization = authorization;
      call.isOpen = isOpen;
      call.response.removeHeader("X-Request-Id");
      void this.#rest.handle(call, ...splitUrl(target));
    };
  }

  #serveConnect(call: HttpCall, path: string): void {
    call.route = path;
    try {
      this.#connect.handle(call, path);
    } catch {
      // The adapter builds a URL from the Host header, which can be anything.
      answerDetail(call, 400, "Host: must be a valid host name");
    }
  }

  #refuse(call: HttpCall): void {
    if (call.request.httpVersionMajor === 1) call.responseHeaders.set("connection", "close");
    answerFailure(call, toFailure(unavailable("The server is shutting down")));
  }

  #summarize(call: HttpCall, path: string, listener: (summary: RequestSummary) => void): void {
    const started = performance.now();
    const { request, response, requestId } = call;
    response.once("close", () => {
      listener({
        requestId,
        method: request.method!,
        route: call.route,
        path,
        status: response.headersSent ? response.statusCode : 0,
        durationMs: performance.now() - started,
        principal: call.principal?.name,
        failure: call.failure,
      });
    });
  }
}

/** Checks whether an authenticated caller is still valid, without counting that as a request. */
const validityBy = (authenticator: Authenticator) => (authorization: string) =>
  authenticator.isValid?.(authorization) ?? authenticator.authenticate(authorization) !== undefined;

/**
 * Closes an event stream opened by GET when the server stops, because it would never end. Events that answer a POST
 * belong to one call, which can finish.
 */
function endIfEndless({ method }: IncomingMessage, response: ServerResponse): void {
  const type = response.getHeader("content-type");
  if (method === "GET" && typeof type === "string" && type.startsWith("text/event-stream")) response.destroy();
}

/** Splits a request target into path and query string; a proxy can send the absolute form `http://host/path`. */
function splitUrl(target: string): readonly [path: string, query: string] {
  const local = target.startsWith("/") ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, "");
  const question = local.indexOf("?");
  return question < 0 ? [local, ""] : [local.slice(0, question), local.slice(question + 1)];
}
