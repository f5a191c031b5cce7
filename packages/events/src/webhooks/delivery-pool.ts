import { limits } from "@quarry/plugin/domain";
import {
  SecretBox,
  type WebhookAttempt,
  type WebhookClaim,
  WebhookDeliveryRepository,
  type WebhookDeliveryRecord,
  type WebhookRecord,
  WebhookRepository,
} from "@quarry/store";
import { Effect, Exit, Fiber, Redacted } from "effect";
import { makeAttemptRecorder } from "./attempt-recorder.ts";
import { retryDelayMs } from "./retry-schedule.ts";
import { sendDelivery, type SendOutcome } from "./send-delivery.ts";
import type { TargetRules } from "../targets/target-guard.ts";

export interface DeliveryOptions {
  readonly rules: TargetRules;
  /** Most time that an attempt may take. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** Unique among all processes on this database. */
  readonly owner: string;
  /** Waits before each retry. Default: 10 s, 30 s, 90 s. */
  readonly retryDelaysMs?: readonly number[];
}

/**
 * Attempts at the same time per webhook. A receiver that hangs holds these and no more, and since there are as many for
 * every webhook there may be, it takes none from the others.
 */
const ATTEMPTS_PER_WEBHOOK = 8;
/** Attempts begun at a time: a few milliseconds, so that a flood doesn't hold this thread. */
export const STARTS_PER_TURN = 16;
/** Time that a lease lasts longer than an attempt: enough to record its outcome. */
const LEASE_MARGIN_MS = 30_000;

interface Running {
  readonly webhookId: string;
  readonly fiber: Fiber.Fiber<void>;
  readonly abort: AbortController;
}

/** The attempts that are under way in this process. */
export const makeDeliveryPool = Effect.fnUntraced(function* (options: DeliveryOptions, wake: () => void) {
  const webhooks = yield* WebhookRepository;
  const deliveries = yield* WebhookDeliveryRepository;
  const secrets = yield* SecretBox;
  const record = yield* makeAttemptRecorder;
  const running = new Map<string, Running>();
  const busy = new Map<string, number>();
  let claims = 0;

  /** Every turn begins with another webhook, so that none is always behind the others. */
  const claimsOn = (all: readonly WebhookRecord[]): readonly WebhookClaim[] =>
    rotate(all, claims)
      .map(({ id, active }) => ({
        webhookId: id,
        limit: ATTEMPTS_PER_WEBHOOK - (busy.get(id) ?? 0),
        testsOnly: !active,
      }))
      .filter((claim) => claim.limit > 0);

  const send = Effect.fnUntraced(function* (
    webhook: WebhookRecord,
    delivery: WebhookDeliveryRecord,
    signal: AbortSignal,
  ) {
    if (!isWanted(webhook, delivery)) return NO_LONGER_WANTED;
    const secret = yield* secrets.open(webhook.sealedSecret, { webhookId: webhook.id, field: "webhook_secret" });
    const request = {
      url: webhook.url,
      deliveryId: delivery.id,
      event: delivery.event,
      payload: delivery.payload,
      secret: Redacted.value(secret),
    };
    return yield* Effect.promise(() => sendDelivery(request, { ...options, signal }));
  });

  const attempt = Effect.fnUntraced(function* (
    webhook: WebhookRecord,
    delivery: WebhookDeliveryRecord,
    owner: string,
    signal: AbortSignal,
  ) {
    const sent = yield* Effect.exit(send(webhook, delivery, signal));
    if (Exit.isFailure(sent) && !signal.aborted) {
      yield* Effect.logError(`webhook ${webhook.id}: delivery ${delivery.id} could not be sent`, sent.cause);
    }
    const outcome = Exit.isSuccess(sent) ? sent.value : signal.aborted ? undefined : NOT_SENT;
    yield* record(toAttempt(delivery, owner, outcome, options.retryDelaysMs));
  });

  const start = Effect.fnUntraced(function* (webhook: WebhookRecord, delivery: WebhookDeliveryRecord, owner: string) {
    const abort = new AbortController();
    busy.set(webhook.id, (busy.get(webhook.id) ?? 0) + 1);
    const finished = Effect.sync(() => {
      running.delete(delivery.id);
      const left = busy.get(webhook.id)! - 1;
      if (left === 0) busy.delete(webhook.id);
      else busy.set(webhook.id, left);
      wake();
    });
    // Detached: a stop waits for it instead of interrupting it, see `stop`.
    const fiber = yield* Effect.forkDetach(Effect.ensuring(attempt(webhook, delivery, owner, abort.signal), finished));
    running.set(delivery.id, { webhookId: webhook.id, fiber, abort });
  });

  /** Claims and starts what is due and has room, up to {@link STARTS_PER_TURN}. Returns how many. */
  const startDue = Effect.gen(function* () {
    const { items } = yield* webhooks.list({ limit: limits.MAX_WEBHOOKS, offset: 0 });
    claims += 1;
    const owner = `${options.owner}#${claims}`;
    const claimed = yield* deliveries.claim(claimsOn(items), {
      owner,
      leaseMs: options.timeoutMs + LEASE_MARGIN_MS,
      most: STARTS_PER_TURN,
    });
    for (const delivery of claimed) {
      const webhook = items.find((item) => item.id === delivery.webhookId)!;
      yield* start(webhook, delivery, owner);
    }
    return claimed.length;
  }).pipe(Effect.uninterruptible);

  /** Breaks off what is under way to a webhook that is gone. */
  const drop = (webhookId: string): void => {
    for (const attempt of running.values()) if (attempt.webhookId === webhookId) attempt.abort.abort();
  };

  /** Waits for the running attempts, then aborts the rest; the next worker sends them again. */
  const stop = (graceMs: number) =>
    Effect.gen(function* () {
      const ended = Fiber.awaitAll([...running.values()].map(({ fiber }) => fiber));
      yield* Effect.timeoutOption(Effect.interruptible(ended), graceMs);
      const left = [...running.values()];
      for (const { abort } of left) abort.abort();
      yield* Fiber.awaitAll(left.map(({ fiber }) => fiber));
    });

  return { startDue, drop, stop };
});

const rotate = <Item>(items: readonly Item[], by: number): readonly Item[] => {
  const start = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
};

/**
 * Whether the webhook still covers the delivery's collection. Without this check, a narrowed webhook would send events
 * of collections that it no longer covers to callers that may change it.
 */
const isWanted = ({ collections }: WebhookRecord, { collection }: WebhookDeliveryRecord): boolean =>
  collections === null || collection === "" || collections.includes(collection);

const NO_LONGER_WANTED: SendOutcome = {
  isDelivered: false,
  responseStatus: null,
  error: "the webhook no longer tells of this collection; nothing was sent",
};

/** The service's own fault: its log has the details, a receiver's operator can do nothing about it. */
const NOT_SENT: SendOutcome = {
  isDelivered: false,
  responseStatus: null,
  error: "the service could not send it; its log has the details",
};

const toAttempt = (
  delivery: WebhookDeliveryRecord,
  owner: string,
  outcome: SendOutcome | undefined,
  delays: readonly number[] | undefined,
): WebhookAttempt => {
  const attempt = { deliveryId: delivery.id, owner };
  if (outcome === undefined) return { ...attempt, outcome: "released", responseStatus: null, error: null };
  const { isDelivered, responseStatus, error } = outcome;
  if (isDelivered) return { ...attempt, outcome: "delivered", responseStatus, error };
  const delay = retryDelayMs(delivery.attempts + 1, delays);
  if (delay === undefined) return { ...attempt, outcome: "failed", responseStatus, error };
  return { ...attempt, outcome: "retry", responseStatus, error, retryInMs: delay };
};
