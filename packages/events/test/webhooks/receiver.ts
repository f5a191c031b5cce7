import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A delivery as received over the wire. */
export interface Received {
  readonly id: string;
  readonly event: string;
  readonly signature: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  readonly payload: { readonly event: string; readonly document_id: string; readonly status: string };
  readonly path: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type Answer = (response: ServerResponse, received: Received, count: number) => void;

export const answerWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end();

/** A real HTTP server that records requests. `count` is the number of earlier requests with the same delivery id. */
export class Receiver {
  readonly received: Received[] = [];
  answer: Answer;
  readonly #server: Server;

  private constructor(answer: Answer) {
    this.answer = answer;
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async start(answer: Answer = answerWith(204)): Promise<Receiver> {
    const receiver = new Receiver(answer);
    receiver.#server.listen(0, "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** Returns the requests of one delivery. */
  of(id: string): readonly Received[] {
    return this.received.filter((received) => received.id === id);
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
    const header = (name: string) => String(request.headers[name]);
    const received: Received = {
      id: header("x-service-delivery"),
      event: header("x-service-event"),
      signature: header("x-service-signature"),
      headers: request.headers,
      body,
      payload: JSON.parse(body.toString("utf8")) as Received["payload"],
      path: request.url ?? "",
      at,
    };
    const count = this.of(received.id).length;
    this.received.push(received);
    this.answer(response, received, count);
  }
}
