import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@quarry/domain";
import { runWebhookDeliveries, WebhookOutbox, type WebhookOutboxShape, Webhooks } from "@quarry/events";
import {
  Database,
  type DatabaseService,
  SecretBox,
  sqliteDatabaseLayer,
  WebhookDeliveryRepository,
  WebhookRepository,
} from "@quarry/store";
import { Effect, Fiber, Layer, Logger, ManagedRuntime } from "effect";

const RULES = { allowPrivate: false };
const TIMEOUT_MS = 10_000;
/** Seldom enough to cost nothing beside the deliveries. */
const LOOK_EVERY_MS = 20;
const EVENTS = ["document.processing", "document.ready", "document.failed"];

/** The outbox and its worker opened in this process, with nothing of the service around them. */
export class OpenWebhooks implements AsyncDisposable {
  readonly #runtime;
  readonly #database: DatabaseService;
  readonly #outbox: WebhookOutboxShape;

  private constructor(
    runtime: ReturnType<typeof makeRuntime>,
    { database, outbox }: { readonly database: DatabaseService; readonly outbox: WebhookOutboxShape },
  ) {
    this.#runtime = runtime;
    this.#database = database;
    this.#outbox = outbox;
  }

  static async open(directory: string): Promise<OpenWebhooks> {
    const runtime = makeRuntime(directory);
    return new OpenWebhooks(
      runtime,
      await runtime.runPromise(Effect.all({ database: Database, outbox: WebhookOutbox })),
    );
  }

  /** Registers a webhook for all events of a collection; gives its id. */
  async register(url: string, collection: string): Promise<string> {
    const request = { url, events: EVENTS, collections: [collection], description: "" };
    const { webhook } = await this.#runtime.runPromise(
      Effect.flatMap(Webhooks, (webhooks) => webhooks.create(request)),
    );
    return webhook.id;
  }

  /** Writes an event of another document as the pipeline does: a transaction each. */
  async tell(collection: string): Promise<void> {
    const event = {
      documentId: newId(),
      generation: 1,
      collection,
      status: "ready",
      chunkCount: 3,
      errorMessage: null,
    } as const;
    await Effect.runPromise(
      this.#database.transaction((transaction) => this.#outbox.documentChanged(event, transaction)),
    );
  }

  /** Resolves when a webhook has nothing to deliver any more. */
  async allDelivered(webhookId: string): Promise<void> {
    const count = this.#database.read((kysely) =>
      kysely
        .selectFrom("webhook_deliveries")
        .select((select) => select.fn.countAll<number>().as("left"))
        .where("webhook_id", "=", webhookId)
        .where("status", "=", "pending")
        .executeTakeFirstOrThrow(),
    );
    while (Number((await Effect.runPromise(count)).left) > 0) await pause(LOOK_EVERY_MS);
  }

  /** Sends what is due until `work` has ended. */
  async sendWhile(work: () => Promise<void>): Promise<void> {
    const worker = this.#runtime.runFork(
      runWebhookDeliveries({
        owner: newId(),
        rules: RULES,
        timeoutMs: TIMEOUT_MS,
        userAgent: "Quarry/bench",
        stopGraceMs: 0,
      }),
    );
    try {
      await work();
    } finally {
      await Effect.runPromise(Fiber.interrupt(worker));
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#runtime.dispose();
  }
}

const makeRuntime = (directory: string) => {
  const services = Webhooks.layer(RULES).pipe(
    Layer.provideMerge(WebhookOutbox.layer),
    Layer.provideMerge(Layer.mergeAll(WebhookRepository.layer, WebhookDeliveryRepository.layer)),
    Layer.provideMerge(sqliteDatabaseLayer({ path: join(directory, "quarry.db") })),
    Layer.provideMerge(SecretBox.layer({ directory })),
  );
  return ManagedRuntime.make(Layer.mergeAll(services, Logger.layer([])));
};
