import { nameId, newId } from "@quarry/plugin/domain";
import {
  Database,
  type Redelivery,
  type StoreError,
  type Transaction,
  WebhookDeliveryRepository,
  type WebhookRecord,
  WebhookRepository,
} from "@quarry/store";
import { Clock, Context, Effect, Layer } from "effect";
import { type DocumentEvent, documentPayload, eventNameOf, TEST_EVENT, testPayload } from "./webhook-event.ts";

export interface WebhookOutboxShape {
  /**
   * Writes a delivery for every active webhook that wants the event, in the transaction of the state change
   * (transactional outbox). Idempotent: reporting the same state of the same run again (after a crash and resume) adds
   * nothing.
   */
  documentChanged(event: DocumentEvent, within: Transaction): Effect.Effect<void, StoreError>;
  /** Writes a test delivery, even for an inactive webhook. Returns its id. */
  test(webhookId: string): Effect.Effect<string, StoreError>;
  /** Queues a finished delivery again. */
  again(webhookId: string, deliveryId: string, visible?: ReadonlySet<string>): Effect.Effect<Redelivery, StoreError>;
  /** Notifies the workers of this process that a webhook was removed. */
  removed(webhookId: string): Effect.Effect<void>;
  /** Calls `listener` for changes that this process commits. Returns a function that removes the listener. */
  subscribe(listener: (change: OutboxChange) => void): () => void;
}

export type OutboxChange = { readonly type: "written" } | { readonly type: "removed"; readonly webhookId: string };

/** Outbox that turns state changes into deliveries. */
export class WebhookOutbox extends Context.Service<WebhookOutbox, WebhookOutboxShape>()(
  "@quarry/events/WebhookOutbox",
) {
  static readonly layer = Layer.effect(
    WebhookOutbox,
    Effect.gen(function* () {
      const database = yield* Database;
      const webhooks = yield* WebhookRepository;
      const deliveries = yield* WebhookDeliveryRepository;
      const listeners = new Set<(change: OutboxChange) => void>();
      const notify = (change: OutboxChange) =>
        Effect.sync(() => {
          for (const listener of listeners) listener(change);
        });
      const notifyWritten = notify({ type: "written" });

      const documentChanged = Effect.fnUntraced(function* (event: DocumentEvent, within: Transaction) {
        // Read in the transaction and not from a cache: another process may have just changed them.
        const subscribed = (yield* webhooks.active(within)).filter((webhook) => isSubscribed(webhook, event));
        if (subscribed.length === 0) return;
        const payload = JSON.stringify(documentPayload(event, yield* timestamp));
        const rows = subscribed.map((webhook) => ({
          id: deliveryId(webhook.id, event),
          webhookId: webhook.id,
          event: eventNameOf(event),
          collection: event.collection,
          documentId: event.documentId,
          payload,
        }));
        yield* deliveries.insert(rows, within);
        within.afterCommit(notifyWritten);
      });

      const test = Effect.fnUntraced(function* (webhookId: string) {
        const id = newId();
        const payload = JSON.stringify(testPayload(yield* timestamp));
        const row = { id, webhookId, event: TEST_EVENT, collection: "", documentId: "", payload };
        yield* database.transaction((transaction) => {
          transaction.afterCommit(notifyWritten);
          return deliveries.insert([row], transaction);
        });
        return id;
      });

      const again = (webhookId: string, deliveryId: string, visible?: ReadonlySet<string>) =>
        Effect.tap(deliveries.sendAgain(webhookId, deliveryId, visible), ({ outcome }) =>
          outcome === "queued" ? notifyWritten : Effect.void,
        );

      const removed = (webhookId: string) => notify({ type: "removed", webhookId });

      const subscribe = (listener: (change: OutboxChange) => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      };

      return { documentChanged, test, again, removed, subscribe };
    }),
  );
}

const isSubscribed = (webhook: WebhookRecord, event: DocumentEvent): boolean =>
  webhook.events.includes(eventNameOf(event)) &&
  (webhook.collections === null || webhook.collections.includes(event.collection));

/** Id derived from the webhook and the event, so that the database never stores the same delivery twice. */
const deliveryId = (webhookId: string, event: DocumentEvent): string =>
  // One run may be reported as unchanged any number of times.
  event.status === "unchanged" ? newId() : nameId(`${event.documentId}/${event.generation}/${event.status}`, webhookId);

const timestamp = Effect.map(Clock.currentTimeMillis, (time) => new Date(time).toISOString());
