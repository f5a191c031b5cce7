import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Breaches } from "../breaches.ts";
import type { Moment } from "../ledger.ts";

/** One request of the service. */
export interface Attempt {
  readonly at: Moment;
  /** Undefined as long as it has no answer. */
  status: number | undefined;
  /** When the answer was out, or the service had given up. */
  endedAt: Moment | undefined;
}

/** All requests with one delivery id. */
export interface ReceivedDelivery {
  readonly id: string;
  readonly event: string;
  readonly documentId: string;
  readonly body: string;
  readonly attempts: Attempt[];
}

/** What to answer the attempt number `attempt` (from 0) with: a status after a wait, or nothing ever. */
export type Behaviour = (attempt: number) => { readonly status: number; readonly afterMs: number } | "hang";

/** A local webhook receiver that keeps a book of all that comes. */
export class Receiver {
  readonly name: string;
  readonly deliveries = new Map<string, ReceivedDelivery>();
  /** Of the webhook; signatures are checked with it. */
  secret = "";
  readonly #behave: Behaviour;
  readonly #breaches: Breaches;
  readonly #server: Server;

  private constructor(name: string, behave: Behaviour, breaches: Breaches) {
    this.name = name;
    this.#behave = behave;
    this.#breaches = breaches;
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async start(name: string, behave: Behaviour, breaches: Breaches): Promise<Receiver> {
    const receiver = new Receiver(name, behave, breaches);
    receiver.#server.listen(0, "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${this.name}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const delivery = this.#deliveryOf(request, body);
    const attempt: Attempt = { at, status: undefined, endedAt: undefined };
    const behaviour = this.#behave(delivery.attempts.length);
    delivery.attempts.push(attempt);
    response.once("close", () => {
      // Only an answer that went out whole counts as one.
      if (!response.writableFinished) attempt.status = undefined;
      attempt.endedAt = performance.now();
    });
    if (behaviour === "hang") return;
    if (behaviour.afterMs > 0) await pause(behaviour.afterMs);
    attempt.status = behaviour.status;
    response.writeHead(behaviour.status).end();
  }

  #deliveryOf(request: IncomingMessage, body: Buffer): ReceivedDelivery {
    const id = String(request.headers["x-service-delivery"]);
    const event = String(request.headers["x-service-event"]);
    const text = body.toString("utf8");
    const payload = JSON.parse(text) as { readonly event: string; readonly document_id: string };
    const known = this.deliveries.get(id);
    if (!this.#isSigned(body, String(request.headers["x-service-signature"]))) {
      this.#breaches.add("webhook: wrong signature", `${this.name}: delivery ${id}`);
    }
    if (payload.event !== event) this.#breaches.add("webhook: header and body differ", `${this.name}: ${id}`);
    if (known !== undefined) {
      if (known.body !== text) this.#breaches.add("webhook: a retry with another body", `${this.name}: ${id}`);
      return known;
    }
    const delivery = { id, event, documentId: payload.document_id, body: text, attempts: [] };
    this.deliveries.set(id, delivery);
    return delivery;
  }

  #isSigned(body: Buffer, signature: string): boolean {
    const expected = Buffer.from(`sha256=${createHmac("sha256", this.secret).update(body).digest("hex")}`);
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
