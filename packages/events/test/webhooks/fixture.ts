import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@quarry/plugin/domain";
import {
  type DocumentEvent,
  recoverWebhookDeliveries,
  runWebhookDeliveries,
  type TargetRules,
  WebhookOutbox,
  type WebhookOutboxShape,
  Webhooks,
  type WebhooksShape,
  type WebhookWorkerOptions,
} from "@quarry/events";
import {
  Database,
  type DatabaseService,
  SecretBox,
  sqliteDatabaseLayer,
  type WebhookDeliveryRecord,
  WebhookDeliveryRepository,
  type WebhookDeliveryRepositoryService,
  WebhookRepository,
} from "@quarry/store";
import { Effect, Exit, Fiber, Layer, Logger, ManagedRuntime } from "effect";

export const run = Effect.runPromise;

export interface Opened {
  readonly database: DatabaseService;
  readonly outbox: WebhookOutboxShape;
  readonly webhooks: WebhooksShape;
  readonly deliveries: WebhookDeliveryRepositoryService;
  /** Writes an event as the pipeline does. */
  readonly tell: (event: Partial<DocumentEvent>) => Promise<void>;
  /** Returns all deliveries of a webhook, oldest first. */
  readonly history: (webhookId: string) => Promise<readonly WebhookDeliveryRecord[]>;
  /** Starts a worker. The returned function stops it and waits until it has stopped. */
  readonly work: (options?: Partial<WebhookWorkerOptions>) => () => Promise<void>;
  readonly close: () => Promise<void>;
}

const RULES: TargetRules = { allowPrivate: false };

/** `aheadMs`: how far the database's clock is ahead of this process's, as when several processes share the database. */
export const open = async (directory: string, rules: TargetRules = RULES, aheadMs = 0): Promise<Opened> => {
  const repositories = Layer.mergeAll(WebhookRepository.layer, WebhookDeliveryRepository.layer);
  const services = Webhooks.layer(rules).pipe(
    Layer.provideMerge(WebhookOutbox.layer),
    Layer.provideMerge(repositories),
    Layer.provideMerge(databaseLayer(directory, aheadMs)),
    Layer.provideMerge(SecretBox.layer({ directory })),
  );
  const runtime = ManagedRuntime.make(Layer.mergeAll(services, Logger.layer([])));
  const { database, outbox, webhooks, deliveries } = await runtime.runPromise(
    Effect.all({
      database: Database,
      outbox: WebhookOutbox,
      webhooks: Webhooks,
      deliveries: WebhookDeliveryRepository,
    }),
  );
  return {
    database,
    outbox,
    webhooks,
    deliveries,
    tell: (event) =>
      run(database.transaction((transaction) => outbox.documentChanged(documentEvent(event), transaction))),
    history: async (webhookId) => {
      const page = await run(deliveries.list(webhookId, { limit: 1_000_000, offset: 0 }));
      return page.items.toReversed();
    },
    work: (options) => {
      const worker = runWebhookDeliveries({
        owner: newId(),
        rules,
        timeoutMs: 5_000,
        userAgent: "Quarry/test",
        stopGraceMs: 1_000,
        ...options,
      });
      const fiber = runtime.runFork(Effect.andThen(recoverWebhookDeliveries, worker));
      return async () => {
        await run(Fiber.interrupt(fiber));
        const exit = await run(Fiber.await(fiber));
        if (Exit.isSuccess(exit)) throw new Error("a worker only ends when it is stopped");
      };
    },
    close: () => runtime.dispose(),
  };
};

const databaseLayer = (directory: string, aheadMs: number) =>
  Layer.effect(
    Database,
    Effect.map(Database, (database) => ({
      ...database,
      currentTimeMillis: Effect.map(database.currentTimeMillis, (time) => time + aheadMs),
    })),
  ).pipe(Layer.provide(sqliteDatabaseLayer({ path: join(directory, "quarry.db") })));

/** Opens services on a database in a temporary folder. */
export const openTemporary = async (rules?: TargetRules, aheadMs?: number): Promise<Opened> => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-webhooks-"));
  const opened = await open(directory, rules, aheadMs);
  return {
    ...opened,
    close: async () => {
      await opened.close();
      rmSync(directory, { recursive: true });
    },
  };
};

export const documentEvent = (over: Partial<DocumentEvent>): DocumentEvent => ({
  documentId: newId(),
  generation: 1,
  collection: "reports",
  status: "ready",
  chunkCount: 3,
  errorMessage: null,
  ...over,
});

export const ALL_EVENTS = ["document.processing", "document.ready", "document.failed"];

/** Registers a webhook for all events. Returns its id and secret. */
export const register = async (opened: Opened, url: string, over: Record<string, unknown> = {}) => {
  const request = { url, events: ALL_EVENTS, collections: null, description: "", ...over };
  const { webhook, secret } = await run(Effect.flatMap(opened.webhooks.prepare(request), (insert) => insert()));
  return { id: webhook.id, secret };
};

/** Polls until the result is true. Fails with `what` after a time that only a stuck worker exceeds. */
export const until = async (
  what: string,
  ask: () => boolean | Promise<boolean>,
  deadlineMs = 50_000,
): Promise<void> => {
  const deadline = Date.now() + deadlineMs;
  while (!(await ask())) {
    if (Date.now() > deadline) throw new Error(`still waiting for ${what}`);
    await sleep(10);
  }
};
