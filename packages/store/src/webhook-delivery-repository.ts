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
import { releaseStranded, removeBeyond, removeOld, removeOrphans } from "./webhook-delivery-removal.ts";

/**
 * The outbox. Deliveries of one webhook and one document are sent in the order they were written: the later one gets no
 * `nextAttemptAt` until the earlier one is delivered or failed. Those without a document (tests) wait for nothing.
 */
export interface WebhookDeliveryRepositoryService {
  /** Ids that exist already are left as they are. */
  readonly insert: (deliveries: readonly NewWebhookDelivery[], within: Transaction) => Effect.Effect<void, StoreError>;
  /** Takes what is due, oldest first, for one claim after the other; nobody else gets it before the lease ends. */
  readonly claim: (
    claims: readonly WebhookClaim[],
    options: WebhookClaimOptions,
  ) => Effect.Effect<readonly WebhookDeliveryRecord[], StoreError>;
  /** In how many milliseconds the next pending delivery is due that isn't due now. */
  readonly nextDueInMs: Effect.Effect<number | undefined, StoreError>;
  /** All in one transaction. Attempts whose claim was lost are passed over. */
  readonly record: (attempts: readonly WebhookAttempt[]) => Effect.Effect<void, StoreError>;
  /** Ends every lease: for the start of the only process on this database. Returns how many there were. */
  readonly releaseAll: Effect.Effect<number, StoreError>;
  /**
   * Makes a delivery that is over pending again: the same one, with fresh attempts. It waits for what is under way to
   * the same webhook about the same document, and what comes later waits for it.
   */
  readonly sendAgain: (
    webhookId: string,
    id: string,
    visible?: VisibleCollections,
  ) => Effect.Effect<Redelivery, StoreError>;
  /** Newest first; those of some collections only, if these are given. */
  readonly list: (
    webhookId: string,
    request: PageRequest,
    visible?: VisibleCollections,
  ) => Effect.Effect<Page<WebhookDeliveryRecord>, StoreError>;
  /**
   * Deletes deliveries created before this ISO time, and lets go on what waited for one of them; and of each webhook's
   * that came to an end all but the newest `retained`. Returns how many.
   */
  readonly prune: (createdBefore: string, retained: number) => Effect.Effect<number, StoreError>;
  /** Deletes the deliveries of webhooks that are gone. Returns how many. */
  readonly removeOrphans: Effect.Effect<number, StoreError>;
}

export class WebhookDeliveryRepository extends Context.Service<
  WebhookDeliveryRepository,
  WebhookDeliveryRepositoryService
>()("@quarry/store/WebhookDeliveryRepository") {
  static readonly layer: Layer.Layer<WebhookDeliveryRepository, never, Database> = Layer.effect(
    WebhookDeliveryRepository,
    Effect.map(Database, (database) => makeRepository(database)),
  );
}

const makeRepository = (database: DatabaseService): WebhookDeliveryRepositoryService => ({
  ...makeClaims(database),
  insert: (deliveries, within) => insertDeliveries(database, deliveries, within),
  record: (attempts) => recordAttempts(database, attempts),
  sendAgain: (webhookId, id, visible) => sendAgain(database, webhookId, id, visible),
  list: (webhookId, request, visible) => listDeliveries(database, webhookId, request, visible),
  prune: Effect.fnUntraced(function* (createdBefore: string, retained: number) {
    const old = yield* removeOld(database, createdBefore);
    if (old > 0) yield* releaseStranded(database);
    return old + (yield* removeBeyond(database, retained));
  }),
  removeOrphans: removeOrphans(database),
});
