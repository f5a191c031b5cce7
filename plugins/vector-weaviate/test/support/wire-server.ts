import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import http2, { type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { createServer as createSecureServer } from "node:https";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** Encoder and decoder of messages in the client's generated code, whose package doesn't export their types. */
interface Coder {
  decode(bytes: Uint8Array): unknown;
  encode(message: unknown): { finish(): Uint8Array };
  fromPartial(message: unknown): unknown;
}
interface Method {
  readonly name: string;
  readonly requestType: Coder;
  readonly responseType: Coder;
}
const require = createRequire(import.meta.url);
const generated = join(require.resolve("weaviate-client"), "../proto/v1/weaviate.js");
const { WeaviateDefinition } = require(generated) as {
  WeaviateDefinition: { readonly methods: Readonly<Record<string, Method>> };
};

/** Reply to a gRPC call: a message, a status, or nothing. */
export type GrpcAnswer = { readonly reply: unknown } | { readonly status: number; readonly text: string } | "nothing";
export interface HttpAnswer {
  readonly status: number;
  readonly body?: unknown;
}

export interface GrpcCall {
  readonly method: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the protocol has; tests compare it
  readonly request: any;
  readonly headers: IncomingHttpHeaders;
  /** Resolves when the client has cancelled the call. */
  readonly givenUp: Promise<unknown>;
}
export interface HttpCall {
  readonly line: string;
  readonly body: unknown;
  readonly headers: IncomingMessage["headers"];
}

/**
 * Two loopback servers that decode the requests of a Weaviate client and send recorded responses. They store nothing
 * and do not simulate Weaviate: they only verify this side of the wire.
 */
export class WireServer implements AsyncDisposable {
  readonly httpCalls: HttpCall[] = [];
  readonly grpcCalls: GrpcCall[] = [];
  onHttp: (line: string, body: unknown) => HttpAnswer = () => ({ status: 404 });
  onGrpc: (method: string, request: GrpcCall["request"]) => GrpcAnswer = () => ({ status: 12, text: "not recorded" });

  readonly #http;
  readonly #grpc;
  readonly #sessions = new Set<http2.ServerHttp2Session>();

  private constructor(tls: { readonly key: string; readonly cert: string } | undefined) {
    const handle = (request: IncomingMessage, response: ServerResponse) => void this.#http1(request, response);
    this.#http = tls === undefined ? createServer(handle) : createSecureServer(tls, handle);
    this.#grpc = tls === undefined ? http2.createServer() : http2.createSecureServer(tls);
    this.#grpc.on("session", (session: http2.ServerHttp2Session) => {
      this.#sessions.add(session);
      session.once("close", () => this.#sessions.delete(session));
    });
    this.#grpc.on("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
      void this.#stream(stream, headers);
    });
  }

  static async start(tls?: { readonly key: string; readonly cert: string }): Promise<WireServer> {
    const server = new WireServer(tls);
    for (const part of [server.#http, server.#grpc]) {
      part.listen(0, "127.0.0.1");
      await once(part, "listening");
    }
    return server;
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  get grpcPort(): number {
    return (this.#grpc.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const session of this.#sessions) session.destroy();
    this.#http.closeAllConnections();
    await Promise.all([this.#http, this.#grpc].map((part) => new Promise((resolve) => part.close(resolve))));
  }

  async #http1(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const line = `${request.method} ${request.url}`;
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    this.httpCalls.push({ line, body, headers: request.headers });
    const answer = this.onHttp(line, body);
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(answer.body === undefined ? "" : JSON.stringify(answer.body));
  }

  async #stream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const givenUp = new Promise((resolve) => stream.once("aborted", resolve));
    stream.on("error", () => {});
    const body = Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>));
    const name = headers[":path"]!.split("/").at(-1)!;
    const method = Object.values(WeaviateDefinition.methods).find((candidate) => candidate.name === name)!;
    // The message follows a five-byte prefix: one byte for compression, four for the length.
    const request = method.requestType.decode(body.subarray(5));
    this.grpcCalls.push({ method: name, request, headers, givenUp });
    const answer = this.onGrpc(name, request);
    if (answer === "nothing") return;
    const started = { ":status": 200, "content-type": "application/grpc+proto" };
    if ("status" in answer) {
      stream.respond(
        { ...started, "grpc-status": String(answer.status), "grpc-message": answer.text },
        { endStream: true },
      );
      return;
    }
    const message = method.responseType.encode(method.responseType.fromPartial(answer.reply)).finish();
    const prefix = Buffer.alloc(5);
    prefix.writeUInt32BE(message.length, 1);
    stream.respond(started, { waitForTrailers: true });
    stream.once("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(Buffer.concat([prefix, message]));
  }
}
