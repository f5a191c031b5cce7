import type { DocumentStatus } from "@quarry/plugin/domain";

/** Events that a webhook can subscribe to (spec: Events); the last two go beyond the contract. */
export const DOCUMENT_EVENTS = [
  ...["document.processing" as const, "document.ready" as const, "document.failed" as const],
  ...["document.deleted" as const, "document.unchanged" as const],
] as const;

export type DocumentEventName = (typeof DOCUMENT_EVENTS)[number];

/** Event that only the test endpoint sends. Webhooks can't subscribe to it. */
export const TEST_EVENT = "webhook.test";

export type WebhookEventName = DocumentEventName | typeof TEST_EVENT;

/** Change of a document's state. The fields have the values after the change. */
export interface DocumentEvent {
  readonly documentId: string;
  /**
   * Run that the event is about. Each state of a run is reported once, except `unchanged`, which is reported each time.
   */
  readonly generation: number;
  /** The collection's name. */
  readonly collection: string;
  readonly status: Exclude<DocumentStatus, "pending"> | "deleted" | "unchanged";
  readonly chunkCount: number;
  readonly errorMessage: string | null;
}

/** Body of a delivery, in the order of the contract's table. */
export interface WebhookPayload {
  readonly event: WebhookEventName;
  readonly timestamp: string;
  readonly collection: string;
  readonly document_id: string;
  readonly status: string;
  readonly chunk_count: number;
  readonly error_message: string | null;
}

export const eventNameOf = (event: DocumentEvent): DocumentEventName => `document.${event.status}`;

export const documentPayload = (event: DocumentEvent, timestamp: string): WebhookPayload => ({
  event: eventNameOf(event),
  timestamp,
  collection: event.collection,
  document_id: event.documentId,
  status: event.status,
  chunk_count: event.chunkCount,
  error_message: event.errorMessage,
});

/** Payload of a test delivery, without a collection or document. */
export const testPayload = (timestamp: string): WebhookPayload => ({
  event: TEST_EVENT,
  timestamp,
  collection: "",
  document_id: "",
  status: "",
  chunk_count: 0,
  error_message: null,
});
