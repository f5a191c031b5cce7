import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Delivery in its wire format. */
export interface Received {
  readonly id: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Time of arrival in epoch milliseconds. */
  readonly at: number;
}

/** HTTP server that stores the requests it receives and responds with `status`. */
export class Receiver {
  readonly received: Received[] = [];
  status = 200;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(0, "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const payload = JSON.parse(body.toString("utf8")) as Record<string, unknown>;
    this.received.push({
      id: String(request.headers["x-service-delivery"]),
      headers: request.headers,
      body,
      payload,
      at,
    });
    response.writeHead(this.status).end();
  }
}
