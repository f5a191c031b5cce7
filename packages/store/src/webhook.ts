import type { Selectable } from "kysely";
import type { WebhookDeliveriesTable, WebhookDeliveryStatus, WebhooksTable } from "./tables.ts";

/** A receiver of events as stored; the secret is sealed. Timestamps are ISO 8601 UTC. */
export interface WebhookRecord {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  /** The only collections it is told about; null for all. */
  readonly collections: readonly string[] | null;
  readonly description: string;
  readonly active: boolean;
  readonly sealedSecret: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type NewWebhook = Omit<WebhookRecord, "createdAt" | "updatedAt">;

/** Fields that an update can change; absent ones stay. */
export type WebhookPatch = Partial<Pick<WebhookRecord, "url" | "events" | "collections" | "description" | "active">>;

/** One event on its way to one webhook. */
export interface WebhookDeliveryRecord {
  readonly id: string;
  readonly webhookId: string;
  readonly event: string;
  readonly collection: string;
  readonly documentId: string;
  readonly status: WebhookDeliveryStatus;
  /** The exact text that is sent. */
  readonly payload: string;
  /** Attempts that came to an end. */
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly createdAt: string;
  /** Epoch milliseconds. Null: it is over, or it waits for an earlier event of the same document. */
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

/** Outcome of an attempt, as it is stored. */
export interface WebhookAttempt {
  readonly delivery: Pick<WebhookDeliveryRecord, "id" | "webhookId" | "documentId">;
  /** Owner of the attempt: the `owner` of the claim. */
  readonly owner: string;
  /**
   * - `delivered`, `failed`: final; the next event of the document may be sent
   * - `retry`: to be tried again in `retryInMs`
   * - `released`: it was broken off by this service and does not count
   */
  readonly outcome: "delivered" | "failed" | "retry" | "released";
  readonly responseStatus: number | null;
  readonly error: string | null;
  /** A duration, since the clock is the database's; for `retry` only. */
  readonly retryInMs?: number;
}

/** Outcome of a request to send a delivery once more. */
export type Redelivery =
  | { readonly outcome: "queued"; readonly delivery: WebhookDeliveryRecord }
  /** It is on its way already. */
  | { readonly outcome: "pending" }
  | { readonly outcome: "not_found" };

/** A claim on what is due. */
export interface WebhookClaim {
  /** Of this one webhook. */
  readonly webhookId: string;
  /** Most deliveries to take. */
  readonly limit: number;
  /** Only tests: for a webhook that is not active. */
  readonly testsOnly: boolean;
}

export interface WebhookClaimOptions {
  /** New for every claim. */
  readonly owner: string;
  readonly leaseMs: number;
  /** Most deliveries to take in all. */
  readonly most: number;
}
