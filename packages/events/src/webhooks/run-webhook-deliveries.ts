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
  /** Unique id among all processes on this database. */
  readonly owner: string;
  /** Milliseconds that running attempts get to finish at shutdown. Attempts interrupted after that do not count. */
  readonly stopGraceMs: number;
}

/**
 * Concurrent attempts per webhook. A receiver that hangs occupies these and no more. Every webhook has this many of its
 * own, so it takes none from the others.
 */
const ATTEMPTS_PER_WEBHOOK = 8;
/** Attempts started at a time. They take a few milliseconds, so a flood of deliveries does not block this thread. */
const CLAIM_BATCH = 16;
/** Attempts recorded per transaction, for the same reason. */
const RECORD_BATCH = 20;
/** Time by which a lease outlasts an attempt: enough to record its outcome. */
const LEASE_MARGIN_MS = 30_000;
/**
 * Polling interval. Deliveries of this process are sent at once; polling finds deliveries that other processes write.
 */
const POLL_MS = 1_000;
/** Deliveries are retained for 30 days, */
const RETENTION_MS = 30 * 24 * 3_600_000;
/** and only the newest ones of each webhook: about 10 MB of the database. */
const MAX_DELIVERIES_PER_WEBHOOK = 10_000;
const PRUNE_EVERY_MS = 3_600_000;

/**
 * Sends deliveries until interrupted. Then it claims no more, waits up to `stopGraceMs` for running attempts and
 * releases the rest. The interruption returns when that is done.
 */
export const runWebhookDeliveries = Effect.fnUntraced(function* (options: WebhookWorkerOptions) {
  const outbox = yield* WebhookOutbox;
  const webhooks = yield* WebhookRepository;
  const deliveries = yield* WebhookDeliveryRepository;
  // Group commit: attempts that end during a write share the next one, so a flood of deliveries costs few transactions.
  const record = groupedWrites<WebhookAttempt>(
    (attempts) => recordEnd("webhook attempts", deliveries.record(attempts)),
    RECORD_BATCH,
  );
  const attempt = deliveryAttempt(options, yield* SecretBox, (ended) => record([ended]));
  let round = 0;
  return yield* runLeasedWork<DeliveryTask>(({ running, wake }) => ({
    name: "webhook deliveries",
    owner: options.owner,
    batch: CLAIM_BATCH,
    claim: Effect.fnUntraced(function* (owner: string) {
      const { items } = yield* webhooks.list({ limit: limits.MAX_WEBHOOKS, offset: 0 });
      round += 1;
      const claimed = yield* deliveries.claim(claimLimits(rotate(items, round), running.keys()), {
        owner,
        leaseMs: options.timeoutMs + LEASE_MARGIN_MS,
        most: CLAIM_BATCH,
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

/** Number of attempts that each webhook can start in addition to the running ones. */
const claimLimits = (webhooks: readonly WebhookRecord[], running: Iterable<DeliveryTask>): readonly WebhookClaim[] => {
  const busy = Map.groupBy(running, ({ webhookId }) => webhookId);
  return webhooks
    .map(({ id, active }) => ({
      webhookId: id,
      limit: ATTEMPTS_PER_WEBHOOK - (busy.get(id)?.length ?? 0),
      testsOnly: !active,
    }))
    .filter((claim) => claim.limit > 0);
};

/** Rotates the order: every round begins with another webhook, so that no webhook is always last. */
const rotate = <Item>(items: readonly Item[], by: number): readonly Item[] => {
  const start = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
};

const prune = Effect.fnUntraced(function* (deliveries: WebhookDeliveryRepositoryService) {
  const time = yield* Clock.currentTimeMillis;
  yield* deliveries.prune(new Date(time - RETENTION_MS).toISOString(), MAX_DELIVERIES_PER_WEBHOOK);
  yield* deliveries.removeOrphans;
});

/** Releases the leases of dead workers. For the start of a process that has the database to itself. */
export const recoverWebhookDeliveries = Effect.gen(function* () {
  const deliveries = yield* WebhookDeliveryRepository;
  const released = yield* deliveries.releaseAll;
  if (released > 0) yield* Effect.logInfo("interrupted webhook deliveries are sent again", { released });
});
