import { setTimeout as pause } from "node:timers/promises";
import type { Api } from "../api.ts";
import type { Breach } from "../breaches.ts";
import { isGoing, type Ledger, type LoadDocument } from "./ledger.ts";
import { type ReceivedDelivery, type Receiver, WEBHOOKS } from "./receivers.ts";

/**
 * Time without any completed delivery after which the remaining ones count as lost (the longest delay between attempts
 * is 90 s).
 */
const LOST_AFTER_MS = 120_000;
/** Minimum delays of about 10, 30 and 90 s, with 10 % jitter and a small tolerance for the clocks of two processes. */
const LEAST_WAITS_MS = [8_900, 26_900, 80_900];
const PAGE = 1_000;

/** Delivery as listed by the service. */
interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly document_id: string;
  readonly status: "pending" | "delivered" | "failed";
  readonly attempts: number;
}

/**
 * Checks that every event was delivered, once, in order, and retried only after a failure. Returns a line for the
 * report.
 */
export const checkDeliveries = async (api: Api, ledger: Ledger, add: Breach, receiver: Receiver): Promise<string> => {
  const { name, webhookId, isReliable, deliveries, collections } = receiver;
  const breach: Breach = (kind, example) => add(`webhook: ${kind}`, `${name}: ${example}`);
  const history = isReliable ? await settledHistory(api, webhookId) : await historyOf(api, webhookId);
  const known = new Set(history.map(({ id }) => id));
  for (const { id, event } of deliveries.values())
    if (!known.has(id)) breach("received, and not in the history", `${event} ${id}`);
  for (const delivery of history) checkAttempts(delivery, deliveries.get(delivery.id), isReliable, breach);
  const byDocument = Map.groupBy(history.toReversed(), ({ document_id }) => document_id);
  for (const document of ledger.documents.values()) {
    if (!(collections?.includes(document.collection.name) ?? true)) continue;
    const own = byDocument.get(document.id) ?? [];
    checkEvents(document, own, breach);
    checkOrder(
      own.flatMap(({ id }) => deliveries.get(id) ?? []),
      breach,
    );
  }
  const attempts = [...deliveries.values()].flatMap((delivery) => delivery.attempts);
  const refused = attempts.filter(({ status }) => status === undefined || status >= 300).length;
  return `webhook ${name}: ${history.length} deliveries, ${attempts.length} attempts, ${refused} of them not answered 2xx`;
};

const checkAttempts = (
  { id, event, status, attempts }: Delivery,
  received: ReceivedDelivery | undefined,
  isReliable: boolean,
  breach: Breach,
): void => {
  const reported = `${event} ${id}`;
  const tried = received?.attempts ?? [];
  if (isReliable && status !== "delivered") breach("lost", `${reported} is ${status} after ${attempts} attempts`);
  // A running attempt is not counted yet.
  const isUnderWay = status === "pending" && tried.length === attempts + 1;
  if (tried.length !== attempts && !isUnderWay)
    breach("attempts differ", `${reported}: ${attempts}, came ${tried.length}`);
  const successes = tried.filter((attempt) => attempt.status !== undefined && attempt.status < 300);
  if (successes.length > 1) breach("duplicates", `${reported} was taken ${successes.length} times`);
  if (status === "delivered" && successes.length === 0)
    breach("lost", `${reported} counts as delivered, and never came`);
  for (const [index, attempt] of tried.entries()) {
    const before = tried[index - 1];
    if (before === undefined) continue;
    if (before.status !== undefined && before.status < 300) breach("duplicates", `${reported} came again after a 2xx`);
    const waited = attempt.at - before.at;
    if (waited < LEAST_WAITS_MS[index - 1]!) breach("retried too soon", `${reported} after ${waited.toFixed(0)} ms`);
  }
  if (status === "failed" && tried.length !== LEAST_WAITS_MS.length + 1)
    breach("given up too soon", `${reported} after ${tried.length} attempts`);
};

/**
 * Checks the events of a document: a run is reported as processing, then as ready or failed. A reprocess may end the
 * previous run without a result; a deletion ends it permanently.
 */
const checkEvents = (document: LoadDocument, own: readonly Delivery[], breach: Breach): void => {
  // First letters of document.processing, document.ready and document.failed.
  const events = own.map(({ event }) => event.charAt("document.".length).toUpperCase()).join("");
  const reported = `${document.filename} (${document.id}), reprocessed ${document.reprocessed} times: ${events}`;
  if (isGoing(document)) {
    if (!/^(P+[RF])*P*$/.test(events)) breach("events of a deleted document", reported);
    return;
  }
  const end = document.isBroken ? "F" : "R";
  const isRight = document.reprocessed === 0 ? events === `P${end}` : new RegExp(`^(P+${end})+$`).test(events);
  if (!isRight) breach("events lost or in excess", reported);
  if (events.replaceAll(/[^P]/g, "").length > document.reprocessed + 1)
    breach("more runs than were asked for", reported);
};

/** Checks that an event is completed before the next one of the same document is sent. */
const checkOrder = (received: readonly ReceivedDelivery[], breach: Breach): void => {
  for (const [index, delivery] of received.entries()) {
    const before = received[index - 1]?.attempts.at(-1);
    const first = delivery.attempts[0];
    if (before !== undefined && first !== undefined && first.at < before.at)
      breach("out of order", `${delivery.event} of ${delivery.documentId}`);
  }
};

const settledHistory = async (api: Api, webhookId: string): Promise<readonly Delivery[]> => {
  for (let before = Infinity, since = performance.now(); ; await pause(1_000)) {
    const history = await historyOf(api, webhookId);
    const open = history.filter(({ status }) => status === "pending").length;
    if (open < before) since = performance.now();
    before = open;
    if (open === 0 || performance.now() - since > LOST_AFTER_MS) return history;
  }
};

/** Reads the deliveries, newest first. There are no writes meanwhile. */
const historyOf = async (api: Api, webhookId: string): Promise<readonly Delivery[]> => {
  const all: Delivery[] = [];
  for (;;) {
    const path = `${WEBHOOKS}/${webhookId}/deliveries?limit=${PAGE}&offset=${all.length}`;
    const page = await api.body<{ deliveries: readonly Delivery[]; total: number }>("GET", path);
    all.push(...(page?.deliveries ?? []));
    if (page === undefined || page.deliveries.length === 0 || all.length >= page.total) return all;
  }
};
