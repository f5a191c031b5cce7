import type { Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { readableLate } from "@quarry/api/readable-late";
import type { ClientSessionOptions, SecureClientSessionOptions } from "node:http2";
import type { QuarryTransport } from "../transport.ts";

export interface NodeTransportOptions {
  /** Same address as the client's. */
  readonly baseUrl: string;
  /** Options of the connection, such as `ca` for a private certificate authority. */
  readonly connection?: ClientSessionOptions | SecureClientSessionOptions;
}

/** Connect protocol over one HTTP/2 connection, which is reopened if it breaks. */
export const connectTransport = (options: NodeTransportOptions): QuarryTransport =>
  overHttp2(options, (shared) => createConnectTransport({ ...shared, httpVersion: "2" }));

/** gRPC protocol over one HTTP/2 connection, which is reopened if it breaks. */
export const grpcTransport = (options: NodeTransportOptions): QuarryTransport =>
  overHttp2(options, createGrpcTransport);

interface Shared {
  readonly baseUrl: string;
  readonly sessionManager: Http2SessionManager;
}

class Sessions extends Http2SessionManager {
  override async request(...requested: Parameters<Http2SessionManager["request"]>) {
    return readableLate(await super.request(...requested));
  }
}

const overHttp2 = (
  { baseUrl, connection }: NodeTransportOptions,
  make: (shared: Shared) => Transport,
): QuarryTransport => {
  const sessionManager = new Sessions(baseUrl, undefined, connection);
  const transport = make({ baseUrl, sessionManager });
  return {
    unary: transport.unary.bind(transport),
    stream: transport.stream.bind(transport),
    streamsRequests: true,
    close: () => sessionManager.abort(),
  };
};
