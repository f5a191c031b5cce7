import { connect, type Socket } from "node:net";
import { afterEach } from "vitest";
import { HttpServer, type HttpServerOptions } from "../../../src/protocols/index.ts";
import { authenticator, MemoryService } from "./memory-service.ts";

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly service: MemoryService;
  readonly server: HttpServer;
  /** Errors passed to `onError`. */
  readonly errors: unknown[];
}

const running: HttpServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close(0)));
});

/** Starts a real server on a free port. It is closed after the test. */
export async function startServer(options: Partial<HttpServerOptions> = {}): Promise<RunningServer> {
  const service = new MemoryService();
  const errors: unknown[] = [];
  const server = new HttpServer({
    services: service.services(),
    authenticator,
    maxUploadBytes: 1_048_576,
    onError: (error) => errors.push(error),
    ...options,
  });
  running.push(server);
  const { port } = await server.listen(0, "127.0.0.1");
  return { url: `http://127.0.0.1:${port}`, port, service, server, errors };
}

export const ADMIN = { authorization: "Bearer s3cret-admin" };

/** Returns status and exact text of a response. A body that is not a string is sent as JSON. */
export async function call(url: string, method: string, body?: unknown, headers: Record<string, string> = ADMIN) {
  const text =
    body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await fetch(url, { method, headers, ...(text === undefined ? {} : { body: text as string }) });
  return [response.status, await response.text()] as const;
}

/** A raw connection that collects what it receives. */
export class RawConnection {
  readonly socket: Socket;
  received = "";
  readonly closed: Promise<void>;

  constructor(port: number) {
    this.socket = connect(port, "127.0.0.1");
    this.socket.on("data", (data) => (this.received += data.toString("latin1")));
    this.socket.on("error", (error) => (this.received += `[${(error as NodeJS.ErrnoException).code}]`));
    this.closed = new Promise((resolve) => this.socket.once("close", () => resolve()));
  }

  send(text: string | Uint8Array): void {
    this.socket.write(text);
  }

  /** Waits until the text has been received. */
  async until(text: string): Promise<string> {
    while (!this.received.includes(text)) {
      if (this.socket.destroyed) throw new Error(`closed before ${JSON.stringify(text)}: ${this.received}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return this.received;
  }
}

/** Waits until the condition is true. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
