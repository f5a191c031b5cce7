import type { LeasedTask } from "@quarry/jobs";
import { SecretBox, type WebhookAttempt, type WebhookDeliveryRecord, type WebhookRecord } from "@quarry/store";
import { Effect, Exit, Redacted } from "effect";
import { retryDelayMs } from "./retry-schedule.ts";
import { sendDelivery, type SendOutcome } from "./send-delivery.ts";
import type { TargetRules } from "../targets/target-guard.ts";

export interface DeliveryOptions {
  readonly rules: TargetRules;
  /** Longest duration of an attempt. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** Waits before each retry. Default: 10 s, 30 s, 90 s. */
  readonly retryDelaysMs?: readonly number[];
}

export interface DeliveryTask extends LeasedTask {
  readonly webhookId: string;
}

/** Makes one attempt of a delivery that `owner` has claimed. */
export const deliveryAttempt =
  (options: DeliveryOptions, secrets: SecretBox["Service"], record: (attempt: WebhookAttempt) => Effect.Effect<void>) =>
  (webhook: WebhookRecord, delivery: WebhookDeliveryRecord, owner: string): DeliveryTask => {
    const abort = new AbortController();
    const { signal } = abort;

    const send = Effect.gen(function* () {
      if (!coversCollection(webhook, delivery)) return NOT_COVERED;
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

    const effect = Effect.gen(function* () {
      const sent = yield* Effect.exit(send);
      if (Exit.isFailure(sent) && !signal.aborted) {
        yield* Effect.logError(`webhook ${webhook.id}: delivery ${delivery.id} could not be sent`, sent.cause);
      }
      const outcome = Exit.isSuccess(sent) ? sent.value : signal.aborted ? undefined : NOT_SENT;
      yield* record(toAttempt(delivery, owner, outcome, options.retryDelaysMs));
    });

    return { webhookId: webhook.id, effect, stop: () => abort.abort() };
  };

/**
 * Whether the webhook still covers the delivery's collection. Without this check, a narrowed webhook would send events
 * of collections that it no longer covers to callers that may change it.
 */
const coversCollection = ({ collections }: WebhookRecord, { collection }: WebhookDeliveryRecord): boolean =>
  collections === null || collection === "" || collections.includes(collection);

const NOT_COVERED: SendOutcome = {
  isDelivered: false,
  responseStatus: null,
  error: "the webhook no longer includes this collection; nothing was sent",
};

/**
 * Outcome for an internal error: the service's log has the details, and the receiver's operator can't do anything about
 * it.
 */
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
  const attempt = { delivery, owner };
  if (outcome === undefined) return { ...attempt, outcome: "released", responseStatus: null, error: null };
  const { isDelivered, responseStatus, error } = outcome;
  if (isDelivered) return { ...attempt, outcome: "delivered", responseStatus, error };
  const delay = retryDelayMs(delivery.attempts + 1, delays);
  if (delay === undefined) return { ...attempt, outcome: "failed", responseStatus, error };
  return { ...attempt, outcome: "retry", responseStatus, error, retryInMs: delay };
};
