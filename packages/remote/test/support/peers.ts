import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttp2Server, type Http2Server } from "node:http2";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { ConnectRouter } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";

export interface OtherProgram extends AsyncDisposable {
  readonly port: number;
  readonly address: string;
}

interface Listener {
  listen(port: number, host: string): unknown;
  close(): unknown;
  address(): unknown;
}

const listening = async (server: Listener, destroy: () => void): Promise<OtherProgram> => {
  server.listen(0, "127.0.0.1");
  await once(server as unknown as NodeJS.EventEmitter, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      destroy();
      server.close();
    },
  };
};

/** Starts a gRPC server as a third party would write it. */
export const grpcServer = (routes: (router: ConnectRouter) => void): Promise<OtherProgram> => {
  const handler = connectNodeAdapter({ routes, connect: false, grpcWeb: false });
  return http2Listening(createHttp2Server(handler));
};

/** Starts an HTTP/2 server that knows no path, or sends this response to each request. */
export const http2Server = (status: number, headers: Record<string, string>, body: string): Promise<OtherProgram> =>
  http2Listening(createHttp2Server((_, response) => void response.writeHead(status, headers).end(body)));

const http2Listening = (server: Http2Server): Promise<OtherProgram> => {
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => sessions.add(session));
  return listening(server, () => sessions.forEach((session) => session.destroy()));
};

export const http1Server = (): Promise<OtherProgram> => {
  const server = createHttpServer((_, response) => void response.end("<html>hello</html>"));
  return listening(server, () => server.closeAllConnections());
};

/** Starts a server that accepts connections and passes each to `greet`. */
export const tcpServer = (greet: (socket: Socket) => void): Promise<OtherProgram> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    greet(socket);
  });
  return listening(server, () => sockets.forEach((socket) => socket.destroy()));
};
