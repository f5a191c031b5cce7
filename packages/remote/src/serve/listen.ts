import { readFile } from "node:fs/promises";
import {
  createSecureServer,
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { isLoopback } from "../peer/remote-settings.ts";
import type { ServeOptions, ServeTls } from "./serve-options.ts";

/** Flow-control window: large messages do not wait for HTTP/2's default window of 64 kB. */
const STREAM_WINDOW_BYTES = 4 * 1_048_576;

export interface Listening {
  readonly address: string;
  /** Closes each session when its calls have ended, and the remaining ones after the grace period. */
  readonly close: (graceSeconds: number) => Promise<void>;
}

/** Starts an HTTP/2 server. Connection errors do not end the process. */
export const listen = async (
  handler: (request: Http2ServerRequest, response: Http2ServerResponse) => void,
  { host = "127.0.0.1", port = 0, tls, insecure = false }: ServeOptions,
): Promise<Listening> => {
  if (tls === undefined && !insecure && !isLoopback(host) && host !== "::1") {
    throw new RangeError(
      `host: ${host} can be reached from other machines: give tls, or set insecure where the network is trusted`,
    );
  }
  const server = await createHttp2Server(tls);
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("error", () => {});
    session.once("close", () => sessions.delete(session));
  });
  server.on("request", handler);
  server.on("sessionError", () => {});
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const shown = host.includes(":") ? `[${host}]` : host;
  const address = `${tls === undefined ? "http" : "https"}://${shown}:${(server.address() as AddressInfo).port}`;
  return { address, close: (graceSeconds) => closeServer(server, sessions, graceSeconds) };
};

const createHttp2Server = async (tls: ServeTls | undefined): Promise<Http2Server> => {
  const settings = { initialWindowSize: STREAM_WINDOW_BYTES };
  if (tls === undefined) return createServer({ settings });
  const [cert, key, ca] = await Promise.all([
    readFile(tls.certificateFile),
    readFile(tls.keyFile),
    tls.clientCaFile === undefined ? undefined : readFile(tls.clientCaFile),
  ]);
  const clientCertificateOptions = ca !== undefined && { ca, requestCert: true, rejectUnauthorized: true };
  return createSecureServer({ settings, cert, key, minVersion: "TLSv1.2", ...clientCertificateOptions });
};

const closeServer = async (
  server: Http2Server,
  sessions: ReadonlySet<ServerHttp2Session>,
  graceSeconds: number,
): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const session of sessions) session.close();
  const timer = setTimeout(() => {
    for (const session of sessions) session.destroy();
  }, graceSeconds * 1000);
  await closed;
  clearTimeout(timer);
};
