import { setTimeout as pause } from "node:timers/promises";
import type { Breaches } from "../breaches.ts";
import type { Api } from "../clients/api.ts";
import { isGoing, type Ledger, type LoadDocument } from "../ledger.ts";
import type { Delivery } from "../resources.ts";
import type { ReceivedDelivery } from "../webhooks/receiver.ts";
import { type Subscription, WEBHOOKS } from "../webhooks/subscriptions.ts";

/** Without any delivery ending in this time (the longest wait between attempts is 90 s), the rest is lost. */
const LOST_AFTER_MS = 120_000;

/** About 10, 30 and 90 s, a tenth more or less; a little less still for the clocks of two processes. */
const LEAST_WAITS_MS = [8_900, 26_900, 80_900];

export interface DeliveryReport {
  readonly name: string;
  readonly deliveries: number;
  readonly attempts: number;
  readonly refused: number;
}

/** Every event was delivered, once, in order, and tried again only after a failure. */
export const checkDeliveries = async (
  api: Api,
  ledger: Ledger,
  breaches: Breaches,
  subscription: Subscription,
): Promise<DeliveryReport> => {
  const { receiver, isReliable } = subscription;
  const history = isReliable ? await settledHistory(api, subscription) : await historyOf(api, subscription.webhookId);
  const breach = (kind: string, example: string) => breaches.add(`webhook: ${kind}`, `${receiver.name}: ${example}`);
  const inHistory = new Map(history.map((delivery) => [delivery.id, delivery]));
  for (const { id, event } of receiver.deliveries.values()) {
    if (!inHistory.has(id)) breach("received, and not in the history", `${event} ${id}`);
  }
  for (const delivery of history) {
    const received = receiver.deliveries.get(delivery.id);
    checkAttempts(delivery, received, isReliable, breach);
  }
  const byDocument = Map.groupBy(history.toReversed(), ({ document_id }) => document_id);
  for (const document of ledger.documents.values()) {
    if (!(subscription.collections?.includes(document.collection.name) ?? true)) continue;
    const own = byDocument.get(document.id) ?? [];
    checkEvents(document, own, breach);
    checkOrder(
      own.flatMap(({ id }) => receiver.deliveries.get(id) ?? []),
      breach,
    );
  }
  const attempts = [...receiver.deliveries.values()].flatMap((delivery) => delivery.attempts);
  const refused = attempts.filter(({ status }) => status === undefined || status >= 300).length;
  return { name: receiver.name, deliveries: history.length, attempts: attempts.length, refused };
};

type Breach = (kind: string, example: string) => void;

const checkAttempts = (
  { id, event, status, attempts }: Delivery,
  received: ReceivedDelivery | undefined,
  isReliable: boolean,
  breach: Breach,
): void => {
  const told = `${event} ${id}`;
  const tried = received?.attempts ?? [];
  if (isReliable && status !== "delivered") breach("lost", `${told} is ${status} after ${attempts} attempts`);
  // An attempt under way is not counted yet.
  const isUnderWay = status === "pending" && tried.length === attempts + 1;
  if (tried.length !== attempts && !isUnderWay) breach("attempts differ", `${told}: ${attempts}, came ${tried.length}`);
  const successes = tried.filter((attempt) => attempt.status !== undefined && attempt.status < 300);
  if (successes.length > 1) breach("duplicates", `${told} was taken ${successes.length} times`);
  if (status === "delivered" && successes.length === 0) breach("lost", `${told} counts as delivered, and never came`);
  for (const [index, attempt] of tried.entries()) {
    const before = tried[index - 1];
    if (before === undefined) continue;
    if (before.status !== undefined && before.status < 300) breach("duplicates", `${told} came again after a 2xx`);
    const waited = attempt.at - before.at;
    if (waited < LEAST_WAITS_MS[index - 1]!) breach("retried too soon", `${told} after ${waited.toFixed(0)} ms`);
  }
  if (status === "failed" && tried.length !== LEAST_WAITS_MS.length + 1) {
    breach("given up too soon", `${told} after ${tried.length} attempts`);
  }
};

const LETTERS: Readonly<Record<string, string>> = {
  "document.processing": "P",
  "document.ready": "R",
  "document.failed": "F",
};

/**
 * A run is told of as processing, then as ready or failed. A reprocess may end the run before it without a result; a
 * deletion ends it for good.
 */
const checkEvents = (document: LoadDocument, own: readonly Delivery[], breach: Breach): void => {
  const events = own.map(({ event }) => LETTERS[event] ?? "?").join("");
  const told = `${document.filename} (${document.id}), reprocessed ${document.reprocessed} times: ${events}`;
  if (isGoing(document)) {
    if (!/^(P+[RF])*P*$/.test(events)) breach("events of a deleted document", told);
    return;
  }
  const end = document.isBroken ? "F" : "R";
  const isRight = document.reprocessed === 0 ? events === `P${end}` : new RegExp(`^(P+${end})+$`).test(events);
  if (!isRight) breach("events lost or in excess", told);
  if (events.replaceAll(/[^P]/g, "").length > document.reprocessed + 1) breach("more runs than were asked for", told);
};

/** One event is out of the way before the next one of the same document is sent. */
const checkOrder = (received: readonly ReceivedDelivery[], breach: Breach): void => {
  for (const [index, delivery] of received.entries()) {
    const before = received[index - 1]?.attempts.at(-1);
    const first = delivery.attempts[0];
    if (before === undefined || first === undefined) continue;
    if (first.at < before.at) breach("out of order", `${delivery.event} of ${delivery.documentId}`);
  }
};

const settledHistory = async (api: Api, { webhookId }: Subscription): Promise<readonly Delivery[]> => {
  let before = Infinity;
  let since = performance.now();
  for (;;) {
    const history = await historyOf(api, webhookId);
    const open = history.filter(({ status }) => status === "pending").length;
    if (open < before) since = performance.now();
    before = open;
    if (open === 0 || performance.now() - since > LOST_AFTER_MS) return history;
    await pause(1_000);
  }
};

const PAGE = 1_000;

/** Newest first. Nothing is written any more while it is read. */
const historyOf = async (api: Api, webhookId: string): Promise<readonly Delivery[]> => {
  const all: Delivery[] = [];
  for (;;) {
    const path = `${WEBHOOKS}/${webhookId}/deliveries?limit=${PAGE}&offset=${all.length}`;
    const answer = await api.call<{ deliveries: readonly Delivery[]; total: number }>("GET", path);
    if (answer === undefined) return all;
    all.push(...answer.body.deliveries);
    if (answer.body.deliveries.length === 0 || all.length >= answer.body.total) return all;
  }
};
