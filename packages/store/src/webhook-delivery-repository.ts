import { Context, Effect, Layer } from "effect";
import { Database, type DatabaseService } from "./database.ts";
import type { Page, PageRequest } from "./page.ts";
import type { StoreError } from "./store-error.ts";
import type { Transaction } from "./transaction.ts";
import type {
  NewWebhookDelivery,
  Redelivery,
  WebhookAttempt,
  WebhookClaim,
  WebhookClaimOptions,
  WebhookDeliveryRecord,
} from "./webhook.ts";
import { sendAgain } from "./webhook-delivery-again.ts";
import { recordAttempts } from "./webhook-delivery-attempts.ts";
import { makeClaims } from "./webhook-delivery-claims.ts";
import { insertDeliveries, listDeliveries, type VisibleCollections } from "./webhook-delivery-history.ts";
import { releaseStranded, removeExcess, removeOld, removeOrphans } from "./webhook-delivery-removal.ts";

/**
 * Outbox of webhook deliveries. Deliveries for one webhook and document are sent in the order they were written: the
 * later one gets no `nextAttemptAt` until the earlier one is delivered or failed. Deliveries without a document (tests)
 * wait for nothing.
 */
export interface WebhookDeliveryRepositoryService {
  /** Inserts deliveries. Existing ids stay unchanged. */
  readonly insert: (deliveries: readonly NewWebhookDelivery[], within: Transaction) => Effect.Effect<void, StoreError>;
  /**
   * Claims due deliveries, oldest first, one claim after the other. No other worker gets them before the lease expires.
   */
  readonly claim: (
    claims: readonly WebhookClaim[],
    options: WebhookClaimOptions,
  ) => Effect.Effect<readonly WebhookDeliveryRecord[], StoreError>;
  /** Milliseconds until the next pending delivery that is not due yet. */
  readonly nextDueInMs: Effect.Effect<number | undefined, StoreError>;
  /** Records all attempts in one transaction. Skips attempts whose claim was lost. */
  readonly record: (attempts: readonly WebhookAttempt[]) => Effect.Effect<void, StoreError>;
  /** Releases all leases: for the start of the only process on this database. Returns their number. */
  readonly releaseAll: Effect.Effect<number, StoreError>;
  /**
   * Makes an ended delivery pending again: the same one, with fresh attempts. It waits for pending deliveries to the
   * same webhook about the same document, and later ones wait for it.
   */
  readonly sendAgain: (
    webhookId: string,
    id: string,
    visible?: VisibleCollections,
  ) => Effect.Effect<Redelivery, StoreError>;
  /** Lists deliveries, newest first. Only those of the given collections, if set. */
  readonly list: (
    webhookId: string,
    request: PageRequest,
    visible?: VisibleCollections,
  ) => Effect.Effect<Page<WebhookDeliveryRecord>, StoreError>;
  /**
   * Deletes deliveries created before this ISO time, and makes those due that waited for one of them. Also deletes all
   * but the newest `retained` ended deliveries of each webhook. Returns their number.
   */
  readonly prune: (createdBefore: string, retained: number) => Effect.Effect<number, StoreError>;
  /** Deletes the deliveries of removed webhooks. Returns their number. */
  readonly removeOrphans: Effect.Effect<number, StoreError>;
}

const makeRepository = (database: DatabaseService): WebhookDeliveryRepositoryService => ({
  ...makeClaims(database),
  insert: (deliveries, within) => insertDeliveries(database, deliveries, within),
  record: (attempts) => recordAttempts(database, attempts),
  sendAgain: (webhookId, id, visible) => sendAgain(database, { webhookId, id, visible }),
  list: (webhookId, request, visible) => listDeliveries(database, webhookId, request, visible),
  prune: Effect.fnUntraced(function* (createdBefore: string, retained: number) {
    const old = yield* removeOld(database, createdBefore);
    if (old > 0) yield* releaseStranded(database);
    return old + (yield* removeExcess(database, retained));
  }),
  removeOrphans: removeOrphans(database),
});

export class WebhookDeliveryRepository extends Context.Service<
  WebhookDeliveryRepository,
  WebhookDeliveryRepositoryService
>()("@quarry/store/WebhookDeliveryRepository") {
  static readonly layer = Layer.effect(WebhookDeliveryRepository, Effect.map(Database, makeRepository));
}
