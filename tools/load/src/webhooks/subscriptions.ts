import type { Breaches } from "../breaches.ts";
import type { Api } from "../clients/api.ts";
import type { Random } from "../random.ts";
import { type Behaviour, Receiver } from "./receiver.ts";

export const WEBHOOKS = "/v1/admin/webhooks";

export const DOCUMENT_EVENTS = ["document.processing", "document.ready", "document.failed"];

/** The one collection that the hanging receiver is told of: each of its deliveries holds an attempt to its timeout. */
export const HANGING_COLLECTION = "steady_hanging";

/** A receiver and its webhook. */
export interface Subscription {
  readonly webhookId: string;
  readonly receiver: Receiver;
  /** Names; null for all. */
  readonly collections: readonly string[] | null;
  /** Whether every delivery gets through in the end. */
  readonly isReliable: boolean;
}

interface Plan extends Pick<Subscription, "collections" | "isReliable"> {
  readonly name: string;
  readonly behave: Behaviour;
}

const SUCCESS = 204;

/** The failing receiver takes each delivery in the end: the waits between its attempts are 10 and 30 s. */
const plansOf = (random: Random, mostFailures: number): readonly Plan[] => [
  { name: "good", collections: null, isReliable: true, behave: () => ({ status: SUCCESS, afterMs: 0 }) },
  {
    name: "slow",
    collections: null,
    isReliable: true,
    behave: () => ({ status: SUCCESS, afterMs: random.between(100, 600) }),
  },
  {
    name: "failing",
    collections: null,
    isReliable: true,
    behave: (attempt) => {
      const fails = attempt < mostFailures && random.chance(0.25);
      return { status: fails ? random.pick([500, 503, 302, 404]) : SUCCESS, afterMs: 0 };
    },
  },
  { name: "hanging", collections: [HANGING_COLLECTION], isReliable: false, behave: () => "hang" },
];

export const subscribeAll = async (
  api: Api,
  breaches: Breaches,
  random: Random,
  mostFailures: number,
): Promise<readonly Subscription[]> => {
  const subscriptions: Subscription[] = [];
  for (const { name, behave, collections, isReliable } of plansOf(random, mostFailures)) {
    const receiver = await Receiver.start(name, behave, breaches);
    const json = { url: receiver.url, events: DOCUMENT_EVENTS, collections, description: name };
    const answer = await api.call<{ id: string; secret: string }>("POST", WEBHOOKS, { json, expected: [201] });
    if (answer === undefined) throw new Error(`the webhook ${name} could not be registered`);
    receiver.secret = answer.body.secret;
    subscriptions.push({ webhookId: answer.body.id, receiver, collections, isReliable });
  }
  return subscriptions;
};
