import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "@quarry/services/kit";
import type { Api } from "../api.ts";
import type { Breach } from "../breaches.ts";
import type { Moment } from "./ledger.ts";
import { HANGING_COLLECTION } from "./world.ts";

export const WEBHOOKS = "/v1/admin/webhooks";
export const DOCUMENT_EVENTS = ["document.processing", "document.ready", "document.failed"];

/** One request of the service. */
export interface Attempt {
  readonly at: Moment;
  /** Undefined until it is answered, and if the response was not sent completely. */
  status: number | undefined;
}

/** All requests with one delivery id. */
export interface ReceivedDelivery {
  readonly id: string;
  readonly event: string;
  readonly documentId: string;
  readonly body: string;
  readonly attempts: Attempt[];
}

/** A local webhook receiver that records all requests, and its webhook. */
export interface Receiver extends Disposable {
  readonly name: string;
  readonly webhookId: string;
  /** Collection names; null for all. */
  readonly collections: readonly string[] | null;
  /** Whether every delivery succeeds eventually. */
  readonly isReliable: boolean;
  readonly deliveries: ReadonlyMap<string, ReceivedDelivery>;
}

/** Response to attempt number `attempt` (from 0), after a delay; undefined for no response at all. */
type Behaviour = (attempt: number) => { readonly status: number; readonly afterMs?: number } | undefined;

/**
 * Starts the receivers. The failing one accepts each delivery eventually: the delays between its attempts are 10 and 30
 * s.
 */
export const startReceivers = (api: Api, breach: Breach, random: Random, mostFailures: number) => {
  const behaviours: Readonly<Record<string, Behaviour>> = {
    good: () => ({ status: 204 }),
    slow: () => ({ status: 204, afterMs: random.between(100, 600) }),
    failing: (attempt) => {
      const fails = attempt < mostFailures && random.chance(0.25);
      return { status: fails ? random.pick([500, 503, 302, 404]) : 204 };
    },
    hanging: () => undefined,
  };
  return Promise.all(Object.entries(behaviours).map(([name, behave]) => startReceiver(api, breach, name, behave)));
};

const startReceiver = async (api: Api, breach: Breach, name: string, behave: Behaviour): Promise<Receiver> => {
  const deliveries = new Map<string, ReceivedDelivery>();
  let secret = "";
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = performance.now();
    const body = Buffer.concat(await request.toArray());
    const header = (of: string) => String(request.headers[`x-service-${of}`]);
    const [id, event, text] = [header("delivery"), header("event"), body.toString("utf8")];
    const payload = JSON.parse(text) as { readonly event: string; readonly document_id: string };
    if (header("signature") !== `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`)
      breach("webhook: wrong signature", `${name}: delivery ${id}`);
    if (payload.event !== event) breach("webhook: header and body differ", `${name}: ${id}`);
    const delivery = deliveries.get(id) ?? { id, event, documentId: payload.document_id, body: text, attempts: [] };
    deliveries.set(id, delivery);
    if (delivery.body !== text) breach("webhook: a retry with another body", `${name}: ${id}`);
    const behaviour = behave(delivery.attempts.length);
    const attempt: Attempt = { at, status: undefined };
    delivery.attempts.push(attempt);
    response.once("close", () => {
      if (!response.writableFinished) attempt.status = undefined;
    });
    if (behaviour === undefined) return;
    if (behaviour.afterMs !== undefined) await pause(behaviour.afterMs);
    attempt.status = behaviour.status;
    response.writeHead(behaviour.status).end();
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const isReliable = name !== "hanging";
  const collections = isReliable ? null : [HANGING_COLLECTION];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
  const json = { url, events: DOCUMENT_EVENTS, collections, description: name };
  const webhook = await api.body<{ id: string; secret: string }>("POST", WEBHOOKS, { json, expected: [201] });
  if (webhook === undefined) throw new Error(`the webhook ${name} could not be registered`);
  secret = webhook.secret;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { name, webhookId: webhook.id, collections, isReliable, deliveries, [Symbol.dispose]: close };
};
