import {
  conflict,
  describeValue,
  DomainError,
  invalidArgument,
  isCollectionName,
  COLLECTION_NAME_PATTERN,
  limits,
  newId,
  notFound,
} from "@quarry/plugin/domain";
import {
  type Page,
  type PageRequest,
  SecretBox,
  type StoreError,
  type Transaction,
  type WebhookDeliveryRecord,
  WebhookDeliveryRepository,
  type WebhookPatch,
  type WebhookRecord,
  WebhookRepository,
} from "@quarry/store";
import { Context, Effect, Layer, Redacted } from "effect";
import { checkResolved, parseTarget, type TargetRules } from "../targets/target-guard.ts";
import { DOCUMENT_EVENTS, type DocumentEventName } from "./webhook-event.ts";
import { newSecret } from "./webhook-secret.ts";
import { WebhookOutbox } from "./webhook-outbox.ts";

export interface CreateWebhook {
  readonly url: string;
  readonly events: readonly string[];
  /** Null means all collections. */
  readonly collections: readonly string[] | null;
  readonly description: string;
}

/** Webhook and its secret. The secret is never returned again. */
export interface CreatedWebhook {
  readonly webhook: WebhookRecord;
  readonly secret: Redacted.Redacted;
}

type Failure = DomainError | StoreError;

export interface WebhooksShape {
  /**
   * Checks a new webhook, including the DNS lookup of its address. Fails with `invalid_argument`, which names the
   * invalid field. The returned effect only writes, so it can be part of a transaction; it fails with `conflict` if the
   * maximum number of webhooks is reached.
   */
  prepare(
    request: CreateWebhook,
  ): Effect.Effect<(within?: Transaction) => Effect.Effect<CreatedWebhook, Failure>, DomainError>;
  /** Oldest first. */
  list(request: PageRequest): Effect.Effect<Page<WebhookRecord>, StoreError>;
  /** This and the methods below fail with `not_found` if the webhook does not exist. */
  get(id: string): Effect.Effect<WebhookRecord, Failure>;
  /**
   * Changes a webhook. Omitted fields stay unchanged. Deliveries of an inactive webhook wait until it is active again.
   */
  update(id: string, patch: WebhookPatch): Effect.Effect<WebhookRecord, Failure>;
  /** Removes a webhook and its deliveries. Nothing is sent afterwards. */
  remove(id: string): Effect.Effect<void, Failure>;
  /** Lists deliveries, newest first. With `visible`, only deliveries about these collections. */
  deliveries(
    id: string,
    request: PageRequest,
    visible?: ReadonlySet<string>,
  ): Effect.Effect<Page<WebhookDeliveryRecord>, Failure>;
  /** Sends a test delivery, even to an inactive webhook. Returns the delivery's id. */
  test(id: string): Effect.Effect<string, Failure>;
  /**
   * Sends a delivery again with the same id, so that the receiver can recognise it. Fails with `not_found` if the
   * webhook has no such delivery or it is not visible, and with `conflict` while it is pending. Returns the delivery's
   * new state.
   */
  redeliver(
    id: string,
    deliveryId: string,
    visible?: ReadonlySet<string>,
  ): Effect.Effect<WebhookDeliveryRecord, Failure>;
  /** Number of webhooks, for the statistics. */
  readonly count: Effect.Effect<number, StoreError>;
}

/** The webhooks of this service. */
export class Webhooks extends Context.Service<Webhooks, WebhooksShape>()("@quarry/events/Webhooks") {
  static readonly layer = (rules: TargetRules) =>
    Layer.effect(
      Webhooks,
      Effect.gen(function* () {
        const repository = yield* WebhookRepository;
        const deliveries = yield* WebhookDeliveryRepository;
        const outbox = yield* WebhookOutbox;
        const secrets = yield* SecretBox;

        const get = (id: string) =>
          Effect.flatMap(repository.find(id), (webhook) =>
            webhook === undefined ? Effect.fail(webhookNotFound(id)) : Effect.succeed(webhook),
          );

        const prepare = Effect.fn("Webhooks.prepare")(function* (request: CreateWebhook) {
          const events = yield* runCheck(async () => checkEvents(request.events));
          const collections = yield* runCheck(async () => checkCollections(request.collections));
          yield* checkUrl(request.url, rules);
          const id = newId();
          const secret = newSecret();
          const sealedSecret = secrets.seal(secret, { webhookId: id, field: "webhook_secret" });
          const { url, description } = request;
          const webhook = { id, url, events, collections, description, active: true, sealedSecret };
          return (within?: Transaction) =>
            Effect.map(repository.insert(webhook, limits.MAX_WEBHOOKS, within), (inserted) => ({
              webhook: inserted,
              secret,
            }));
        });

        const update = Effect.fn("Webhooks.update")(function* (id: string, patch: WebhookPatch) {
          const { events, collections, url } = patch;
          yield* get(id);
          const checked = yield* runCheck(async () => ({
            ...(events !== undefined && { events: checkEvents(events) }),
            ...(collections !== undefined && { collections: checkCollections(collections) }),
          }));
          if (url !== undefined) yield* checkUrl(url, rules);
          const webhook = yield* repository.update(id, { ...patch, ...checked });
          return webhook ?? (yield* webhookNotFound(id));
        });

        const remove = Effect.fn("Webhooks.remove")(function* (id: string) {
          if (!(yield* repository.remove(id))) return yield* webhookNotFound(id);
          yield* outbox.removed(id);
          yield* deliveries.removeOrphans;
        });

        const redeliver = Effect.fn("Webhooks.redeliver")(function* (
          id: string,
          deliveryId: string,
          visible?: ReadonlySet<string>,
        ) {
          yield* get(id);
          const redelivery = yield* outbox.again(id, deliveryId, visible);
          switch (redelivery.outcome) {
            case "queued":
              return redelivery.delivery;
            case "pending":
              return yield* stillPending(deliveryId);
            case "not_found":
              return yield* deliveryNotFound(deliveryId, id);
          }
        });

        return {
          prepare,
          list: repository.list,
          get,
          update,
          remove,
          deliveries: (id, request, visible) => Effect.andThen(get(id), deliveries.list(id, request, visible)),
          test: (id) => Effect.andThen(get(id), outbox.test(id)),
          redeliver,
          count: repository.count,
        };
      }),
    );
}

/** Failure of every call for a webhook that does not exist. */
export const webhookNotFound = (id: string): DomainError => notFound(`webhook ${describeValue(id)} does not exist`);

const deliveryNotFound = (deliveryId: string, id: string): DomainError =>
  notFound(`delivery ${describeValue(deliveryId)} of webhook ${describeValue(id)} does not exist`);

const stillPending = (deliveryId: string): DomainError =>
  conflict(`delivery ${describeValue(deliveryId)} is pending: it is on its way, or waits for its next attempt`);

const checkEvents = (events: readonly string[]): readonly string[] => {
  const allowed = DOCUMENT_EVENTS.join(", ");
  if (events.length === 0) throw invalidArgument(`events: must have at least 1 item of: ${allowed}, got 0`);
  for (const [index, event] of events.entries()) {
    if (!DOCUMENT_EVENTS.includes(event as DocumentEventName)) {
      throw invalidArgument(`events[${index}]: must be one of: ${allowed}, got ${describeValue(event)}`);
    }
  }
  return [...new Set(events)];
};

/** A collection need not exist yet, but its name must be one that a collection can have. */
const checkCollections = (names: readonly string[] | null): readonly string[] | null => {
  if (names === null) return null;
  for (const [index, name] of names.entries()) {
    if (!isCollectionName(name)) {
      throw invalidArgument(`collections[${index}]: must match ${COLLECTION_NAME_PATTERN}, got ${describeValue(name)}`);
    }
  }
  return [...new Set(names)];
};

const checkUrl = (url: string, rules: TargetRules) =>
  runCheck(async () => checkResolved(parseTarget(url, rules), rules));

/** Runs a check that throws `DomainError` as an effect that fails with it; anything else it throws is a defect. */
const runCheck = <A>(check: () => Promise<A>): Effect.Effect<A, DomainError> =>
  Effect.tryPromise({ try: check, catch: (error) => error }).pipe(
    Effect.catch((error) => (error instanceof DomainError ? Effect.fail(error) : Effect.die(error))),
  );
