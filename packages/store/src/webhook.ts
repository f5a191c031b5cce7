import type { Selectable } from "kysely";
import type { WebhookDeliveriesTable, WebhookDeliveryStatus, WebhooksTable } from "./tables.ts";

/** Stored receiver of events. The secret is encrypted. Timestamps are ISO 8601 UTC. */
export interface WebhookRecord {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  /** Collections whose events it receives. Null for all. */
  readonly collections: readonly string[] | null;
  readonly description: string;
  readonly active: boolean;
  readonly sealedSecret: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type NewWebhook = Omit<WebhookRecord, "createdAt" | "updatedAt">;

/** Fields that an update can change. Omitted ones stay unchanged. */
export type WebhookPatch = Partial<Pick<WebhookRecord, "url" | "events" | "collections" | "description" | "active">>;

/** Delivery of one event to one webhook. */
export interface WebhookDeliveryRecord {
  readonly id: string;
  readonly webhookId: string;
  readonly event: string;
  readonly collection: string;
  readonly documentId: string;
  readonly status: WebhookDeliveryStatus;
  /** Exact text that is sent. */
  readonly payload: string;
  /** Number of completed attempts. */
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly createdAt: string;
  /** Epoch milliseconds. Null: the delivery has ended, or it waits for an earlier event of the same document. */
  readonly nextAttemptAt: number | null;
  readonly deliveredAt: string | null;
}

export type NewWebhookDelivery = Pick<
  WebhookDeliveryRecord,
  "id" | "webhookId" | "event" | "collection" | "documentId" | "payload"
>;

export const webhookFromRow = (row: Selectable<WebhooksTable>): WebhookRecord => ({
  id: row.id,
  url: row.url,
  events: JSON.parse(row.events) as readonly string[],
  collections: row.collections === null ? null : (JSON.parse(row.collections) as readonly string[]),
  description: row.description,
  active: row.active !== 0,
  sealedSecret: row.secret,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const newWebhookRow = (webhook: NewWebhook, time: string): Selectable<WebhooksTable> => ({
  id: webhook.id,
  url: webhook.url,
  events: JSON.stringify(webhook.events),
  collections: webhook.collections === null ? null : JSON.stringify(webhook.collections),
  description: webhook.description,
  active: webhook.active ? 1 : 0,
  secret: webhook.sealedSecret,
  created_at: time,
  updated_at: time,
});

export const webhookPatchRow = (patch: WebhookPatch, time: string): Partial<WebhooksTable> => ({
  ...(patch.url !== undefined && { url: patch.url }),
  ...(patch.events !== undefined && { events: JSON.stringify(patch.events) }),
  ...(patch.collections !== undefined && {
    collections: patch.collections === null ? null : JSON.stringify(patch.collections),
  }),
  ...(patch.description !== undefined && { description: patch.description }),
  ...(patch.active !== undefined && { active: patch.active ? 1 : 0 }),
  updated_at: time,
});

export const deliveryFromRow = (row: Selectable<WebhookDeliveriesTable>): WebhookDeliveryRecord => ({
  id: row.id,
  webhookId: row.webhook_id,
  event: row.event,
  collection: row.collection,
  documentId: row.document_id,
  status: row.status,
  payload: row.payload,
  attempts: row.attempts,
  responseStatus: row.response_status,
  error: row.error,
  createdAt: row.created_at,
  nextAttemptAt: row.next_attempt_at,
  deliveredAt: row.delivered_at,
});

/** Outcome of an attempt, as recorded. */
export interface WebhookAttempt {
  readonly delivery: Pick<WebhookDeliveryRecord, "id" | "webhookId" | "documentId">;
  /** Owner of the attempt: the `owner` of the claim. */
  readonly owner: string;
  /**
   * - `delivered`, `failed`: final; the next event of the document can be sent
   * - `retry`: will be retried in `retryInMs`
   * - `released`: the attempt was aborted by this service and does not count
   */
  readonly outcome: "delivered" | "failed" | "retry" | "released";
  readonly responseStatus: number | null;
  readonly error: string | null;
  /** Duration, because the clock is the database's. For `retry` only. */
  readonly retryInMs?: number;
}

/** Outcome of a request to send a delivery again. */
export type Redelivery =
  | { readonly outcome: "queued"; readonly delivery: WebhookDeliveryRecord }
  /** Still pending. */
  | { readonly outcome: "pending" }
  | { readonly outcome: "not_found" };

/** Claim on due deliveries. */
export interface WebhookClaim {
  /** Webhook of the claim. */
  readonly webhookId: string;
  /** Maximum deliveries to claim. */
  readonly limit: number;
  /** Whether to claim only tests, for an inactive webhook. */
  readonly testsOnly: boolean;
}

export interface WebhookClaimOptions {
  /** Different for every claim. */
  readonly owner: string;
  readonly leaseMs: number;
  /** Maximum deliveries to claim in total. */
  readonly most: number;
}
