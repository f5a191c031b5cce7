import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { DeliveryStatus, EventType, type WebhookDeliverySchema, type WebhookSchema } from "@quarry/api";
import type { JsonObject } from "@quarry/plugin/domain";
import type { WebhookDeliveryRecord, WebhookRecord } from "@quarry/store";
import { contractEnum } from "./contract-enum.ts";
import { toStruct, toTimestamp } from "./messages.ts";

const EVENTS: Readonly<Record<string, EventType>> = {
  "document.processing": EventType.DOCUMENT_PROCESSING,
  "document.ready": EventType.DOCUMENT_READY,
  "document.failed": EventType.DOCUMENT_FAILED,
  "document.deleted": EventType.DOCUMENT_DELETED,
  "document.unchanged": EventType.DOCUMENT_UNCHANGED,
  "webhook.test": EventType.WEBHOOK_TEST,
};

const EVENT_NAMES = new Map(Object.entries(EVENTS).map(([name, type]) => [type, name]));

/** Converts event types to names. Unknown numbers become text, so that the error can name them. */
export const fromEventTypes = (types: readonly EventType[]): readonly string[] =>
  types.map((type) => EVENT_NAMES.get(type) ?? String(type));

const toEventType = (name: string): EventType => EVENTS[name] ?? EventType.UNSPECIFIED;

const STATUSES = contractEnum(DeliveryStatus).byName;

/** Converts a webhook without its secret, which only the answer to its creation contains. */
export const toWebhook = (webhook: WebhookRecord): MessageInitShape<typeof WebhookSchema> => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events.map(toEventType),
  ...(webhook.collections !== null && { collections: { names: [...webhook.collections] } }),
  description: webhook.description,
  active: webhook.active,
  createdAt: toTimestamp(webhook.createdAt),
  updatedAt: toTimestamp(webhook.updatedAt),
});

export const toWebhookDelivery = (delivery: WebhookDeliveryRecord): MessageInitShape<typeof WebhookDeliverySchema> => ({
  id: delivery.id,
  webhookId: delivery.webhookId,
  event: toEventType(delivery.event),
  collection: delivery.collection,
  documentId: delivery.documentId,
  status: STATUSES[delivery.status],
  attempts: delivery.attempts,
  ...(delivery.responseStatus !== null && { responseStatus: delivery.responseStatus }),
  ...(delivery.error !== null && { error: delivery.error }),
  payload: toStruct(JSON.parse(delivery.payload) as JsonObject),
  createdAt: toTimestamp(delivery.createdAt),
  ...(delivery.nextAttemptAt !== null && { nextAttemptAt: timestampFromMs(delivery.nextAttemptAt) }),
  ...(delivery.deliveredAt !== null && { deliveredAt: toTimestamp(delivery.deliveredAt) }),
});
