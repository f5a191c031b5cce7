import { recordEnd, runLeasedWork } from "@quarry/jobs";
import { limits } from "@quarry/plugin/domain";
import { groupedWrites } from "@quarry/plugin/scheduling";
import {
  SecretBox,
  type WebhookAttempt,
  type WebhookClaim,
  WebhookDeliveryRepository,
  type WebhookDeliveryRepositoryService,
  type WebhookRecord,
  WebhookRepository,
} from "@quarry/store";
import { Clock, Effect } from "effect";
import { deliveryAttempt, type DeliveryOptions, type DeliveryTask } from "./delivery-attempt.ts";
import { WebhookOutbox } from "./webhook-outbox.ts";

export interface WebhookWorkerOptions extends DeliveryOptions {
  /** Unique among all processes on this database. */
  readonly owner: string;
  /** Milliseconds that attempts under way get to finish at a stop. They do not count when they are broken off. */
  readonly stopGraceMs: number;
}

/**
 * Attempts at the same time per webhook. A receiver that hangs holds these and no more, and since there are as many for
 * every webhook there may be, it takes none from the others.
 */
const ATTEMPTS_PER_WEBHOOK = 8;
/** Attempts begun at a time: a few milliseconds, so that a flood doesn't hold this thread. */
const STARTS_PER_TURN = 16;
/** Attempts recorded per transaction, for the same reason. */
const RECORDED_AT_ONCE = 20;
/** Time that a lease lasts longer than an attempt: enough to record its outcome. */
const LEASE_MARGIN_MS = 30_000;
/** Deliveries of this process are sent at once; this is for those that other processes write. */
const POLL_MS = 1_000;
/** Deliveries are kept for 30 days, */
const KEPT_MS = 30 * 24 * 3_600_000;
/** and no more than the newest of a webhook: some 10 MB of the database. */
const KEPT_OF_WEBHOOK = 10_000;
const PRUNE_EVERY_MS = 3_600_000;

/**
 * Sends deliveries until interrupted. Then it claims no more, waits up to `stopGraceMs` for attempts under way and hands
 * the rest back; the interruption returns when that is done.
 */
export const runWebhookDeliveries = Effect.fnUntraced(function* (options: WebhookWorkerOptions) {
  const outbox = yield* WebhookOutbox;
  const webhooks = yield* WebhookRepository;
  const deliveries = yield* WebhookDeliveryRepository;
  // Attempts that end while a write is under way share the next one: a flood of deliveries costs few transactions.
  const record = groupedWrites<WebhookAttempt>(
    (attempts) => recordEnd("webhook attempts", deliveries.record(attempts)),
    RECORDED_AT_ONCE,
  );
  const attempt = deliveryAttempt(options, yield* SecretBox, (ended) => record([ended]));
  let turns = 0;
  return yield* runLeasedWork<DeliveryTask>(({ running, wake }) => ({
    name: "webhook deliveries",
    owner: options.owner,
    batch: STARTS_PER_TURN,
    claim: Effect.fnUntraced(function* (owner: string) {
      const { items } = yield* webhooks.list({ limit: limits.MAX_WEBHOOKS, offset: 0 });
      turns += 1;
      const claimed = yield* deliveries.claim(claimsOn(rotate(items, turns), running.keys()), {
        owner,
        leaseMs: options.timeoutMs + LEASE_MARGIN_MS,
        most: STARTS_PER_TURN,
      });
      return claimed.map((delivery) =>
        attempt(
          items.find(({ id }) => id === delivery.webhookId)!,
          delivery,
          owner,
        ),
      );
    }),
    pollMs: POLL_MS,
    nextDueInMs: deliveries.nextDueInMs,
    subscribe: () =>
      outbox.subscribe((change) => {
        if (change.type === "written") wake();
        else for (const task of running.keys()) if (task.webhookId === change.webhookId) task.stop();
      }),
    stopGraceMs: options.stopGraceMs,
    prune: prune(deliveries),
    pruneEveryMs: PRUNE_EVERY_MS,
  }));
});

/** Attempts that each webhook may begin beside those under way. */
const claimsOn = (webhooks: readonly WebhookRecord[], running: Iterable<DeliveryTask>): readonly WebhookClaim[] => {
  const busy = Map.groupBy(running, ({ webhookId }) => webhookId);
  return webhooks
    .map(({ id, active }) => ({
      webhookId: id,
      limit: ATTEMPTS_PER_WEBHOOK - (busy.get(id)?.length ?? 0),
      testsOnly: !active,
    }))
    .filter((claim) => claim.limit > 0);
};

/** Every turn begins with another webhook, so that none is always behind the others. */
const rotate = <Item>(items: readonly Item[], by: number): readonly Item[] => {
  const start = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
};

const prune = Effect.fnUntraced(function* (deliveries: WebhookDeliveryRepositoryService) {
  const time = yield* Clock.currentTimeMillis;
  yield* deliveries.prune(new Date(time - KEPT_MS).toISOString(), KEPT_OF_WEBHOOK);
  yield* deliveries.removeOrphans;
});

/** Ends the leases of dead workers: for the start of a process that has the database to itself. */
export const recoverWebhookDeliveries = Effect.gen(function* () {
  const deliveries = yield* WebhookDeliveryRepository;
  const released = yield* deliveries.releaseAll;
  if (released > 0) yield* Effect.logInfo("webhook deliveries that were cut off are sent again", { released });
});
