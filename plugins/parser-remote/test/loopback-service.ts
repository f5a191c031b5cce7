import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Request that the service received. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

type Answer = (received: Received, response: ServerResponse) => void;

/** HTTP server on loopback that stands in for a parsing service: it records its requests and responds as configured. */
export class LoopbackService {
  readonly received: Received[] = [];
  readonly #answer: Answer;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  private constructor(answer: Answer) {
    this.#answer = answer;
  }

  static async start(answer: Answer): Promise<LoopbackService> {
    const service = new LoopbackService(answer);
    service.#server.listen(0, "127.0.0.1");
    await once(service.#server, "listening");
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const received = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(parts),
    };
    this.received.push(received);
    this.#answer(received, response);
  }
}

/** Decodes a form as a service does. */
export const formOf = ({ headers, body }: Received): Promise<FormData> =>
  new Response(new Uint8Array(body), { headers: { "content-type": headers["content-type"] ?? "" } }).formData();

export const answerJson =
  (value: unknown): Answer =>
  (_received, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
  };

export const answerStatus =
  (status: number): Answer =>
  (_received, response) => {
    response.writeHead(status).end("something for the log");
  };
