import { WebhookDeliveryRepository } from "@quarry/store";
import { Clock, Effect, Queue } from "effect";
import { type DeliveryOptions, makeDeliveryPool, STARTS_PER_TURN } from "./delivery-pool.ts";
import { WebhookOutbox } from "./webhook-outbox.ts";

export interface WebhookWorkerOptions extends DeliveryOptions {
  /** Milliseconds that attempts under way get to finish at a stop. They do not count when they are broken off. */
  readonly stopGraceMs: number;
}

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
  const deliveries = yield* WebhookDeliveryRepository;
  const wakes = yield* Queue.sliding<void>(1);
  const wake = () => void Queue.offerUnsafe(wakes, undefined);
  const pool = yield* makeDeliveryPool(options, wake);
  yield* Effect.forkChild(pruneRegularly);
  const unsubscribe = outbox.subscribe((change) => {
    if (change.type === "removed") pool.drop(change.webhookId);
    else wake();
  });
  const turn = Effect.gen(function* () {
    const started = yield* pool.startDue;
    // There may be more; everything else has its turn first.
    if (started === STARTS_PER_TURN) return yield* Effect.sleep(0);
    const dueInMs = yield* deliveries.nextDueInMs;
    yield* Effect.timeoutOption(Queue.take(wakes), Math.min(POLL_MS, dueInMs ?? Infinity));
  }).pipe(
    // The database may be away for a while; the next turn tries again.
    Effect.catch((error) =>
      Effect.andThen(Effect.logWarning("can't look for webhook deliveries", error), Effect.sleep(POLL_MS)),
    ),
  );
  return yield* Effect.forever(turn).pipe(
    Effect.onExit(() => Effect.andThen(Effect.sync(unsubscribe), pool.stop(options.stopGraceMs))),
  );
});

/** Ends the leases of dead workers: for the start of a process that has the database to itself. */
export const recoverWebhookDeliveries = Effect.gen(function* () {
  const deliveries = yield* WebhookDeliveryRepository;
  const released = yield* deliveries.releaseAll;
  if (released > 0) yield* Effect.logInfo("webhook deliveries that were cut off are sent again", { released });
});

const prune = Effect.gen(function* () {
  const deliveries = yield* WebhookDeliveryRepository;
  const time = yield* Clock.currentTimeMillis;
  yield* deliveries.prune(new Date(time - KEPT_MS).toISOString(), KEPT_OF_WEBHOOK);
  yield* deliveries.removeOrphans;
});

const pruneRegularly = prune.pipe(
  Effect.catch((error) => Effect.logWarning("can't prune webhook deliveries", error)),
  Effect.andThen(Effect.sleep(PRUNE_EVERY_MS)),
  Effect.forever,
);
