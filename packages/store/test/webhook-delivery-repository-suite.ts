import { newId } from "@quarry/plugin/domain";
import {
  Database,
  type DatabaseService,
  WebhookDeliveryRepository,
  type WebhookDeliveryRepositoryService,
  WebhookRepository,
} from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { databaseLayer, type DatabaseLocation, type CreateDatabase } from "./fixture.ts";

const run = Effect.runPromise;
const open = (location: DatabaseLocation) =>
  ManagedRuntime.make(
    Layer.mergeAll(WebhookRepository.layer, WebhookDeliveryRepository.layer).pipe(
      Layer.provideMerge(databaseLayer(location)),
    ),
  );

export const webhookDeliveryRepositorySuite = (createDatabase: CreateDatabase): void => {
  let remove: () => Promise<void>;
  let runtime: ReturnType<typeof open>;
  let database: DatabaseService;
  let deliveries: WebhookDeliveryRepositoryService;
  let webhookId: string;

  beforeEach(async () => {
    const made = await createDatabase();
    remove = made.remove;
    runtime = open(made.location);
    database = await runtime.runPromise(Database);
    deliveries = await runtime.runPromise(WebhookDeliveryRepository);
    webhookId = newId();
    const webhooks = await runtime.runPromise(WebhookRepository);
    const webhook = { url: "https://example.com/", events: ["document.ready"], collections: null, description: "" };
    await run(webhooks.insert({ id: webhookId, ...webhook, active: true, sealedSecret: "sealed" }, 50));
  });
  afterEach(async () => {
    await runtime.dispose();
    await remove();
  });

  const write = async (documentId: string, event = "document.ready") => {
    const id = newId();
    const row = { id, webhookId, event, collection: "manuals", documentId, payload: `{"document_id":"${documentId}"}` };
    await run(database.transaction((transaction) => deliveries.insert([row], transaction)));
    return id;
  };
  /** Takes due deliveries and ends each with this outcome. Returns them. */
  const work = async (outcome: "delivered" | "failed" | "retry", owner = newId()) => {
    const claim = { webhookId, limit: 100, testsOnly: false };
    const taken = await run(deliveries.claim([claim], { owner, leaseMs: 60_000, most: 100 }));
    const ending = { owner, outcome, responseStatus: outcome === "delivered" ? 204 : 500, error: null };
    await run(deliveries.record(taken.map((delivery) => ({ ...ending, delivery, retryInMs: 3_600_000 }))));
    return taken.map(({ id }) => id);
  };
  const find = async (id: string) => {
    const page = await run(deliveries.list(webhookId, { limit: 100, offset: 0 }));
    return page.items.find((delivery) => delivery.id === id);
  };

  describe("a repeated delivery", () => {
    test("is the same delivery with reset attempts, after a success and after a failure", async () => {
      for (const outcome of ["delivered", "failed"] as const) {
        const id = await write(newId());
        expect(await work(outcome)).toEqual([id]);
        const before = await find(id);
        const again = await run(deliveries.sendAgain(webhookId, id));
        expect(again).toEqual({
          outcome: "queued",
          delivery: {
            ...before,
            status: "pending",
            attempts: 0,
            responseStatus: null,
            error: null,
            deliveredAt: null,
            nextAttemptAt: expect.any(Number),
          },
        });
        expect(await work("delivered")).toEqual([id]);
        expect(await find(id)).toMatchObject({ status: "delivered", attempts: 1, responseStatus: 204 });
      }
    });

    test("is rejected while the delivery is pending or if it doesn't exist", async () => {
      const id = await write(newId());
      expect(await run(deliveries.sendAgain(webhookId, id))).toEqual({ outcome: "pending" });
      await work("retry");
      expect(await run(deliveries.sendAgain(webhookId, id))).toEqual({ outcome: "pending" });
      expect(await run(deliveries.sendAgain(newId(), id))).toEqual({ outcome: "not_found" });
      expect(await run(deliveries.sendAgain(webhookId, newId()))).toEqual({ outcome: "not_found" });
    });

    test("is granted to one of many concurrent requests", async () => {
      const id = await write(newId());
      await work("failed");
      const answers = await Promise.all(Array.from({ length: 8 }, () => run(deliveries.sendAgain(webhookId, id))));
      expect(answers.map(({ outcome }) => outcome).sort()).toEqual([...Array(7).fill("pending"), "queued"]);
    });

    test("waits for pending deliveries of its document, and later ones wait for it", async () => {
      const documentId = newId();
      const first = await write(documentId, "document.processing");
      await work("delivered");
      const second = await write(documentId);
      expect(await run(deliveries.sendAgain(webhookId, first))).toMatchObject({ delivery: { nextAttemptAt: null } });
      expect(await work("delivered")).toEqual([second]);
      const third = await write(documentId);
      expect(await find(third)).toMatchObject({ nextAttemptAt: null });
      expect(await work("delivered")).toEqual([first]);
      expect(await work("delivered")).toEqual([third]);
    });
  });

  test("pruning retains the newest finished deliveries of each webhook and all pending ones", async () => {
    const indexes = Array.from({ length: 430 }, (_, index) => index);
    const other = newId();
    const rows = indexes.flatMap((index) =>
      [webhookId, other].map((owner) => ({
        id: newId(),
        webhook_id: owner,
        event: "document.ready",
        collection: "manuals",
        document_id: newId(),
        status: (["delivered", "failed", "pending"] as const)[index % 3]!,
        payload: String(index),
        attempts: 1,
        created_at: new Date().toISOString(),
        next_attempt_at: Date.now(),
      })),
    );
    await run(database.run((kysely) => kysely.insertInto("webhook_deliveries").values(rows).execute()));
    const before = new Date(0).toISOString();
    expect(await run(deliveries.prune(before, 1_000))).toBe(0);
    const ended = indexes.filter((index) => index % 3 !== 2).length;
    expect(await run(deliveries.prune(before, 20))).toBe(2 * (ended - 20));
    for (const owner of [webhookId, other]) {
      const { items } = await run(deliveries.list(owner, { limit: 1_000, offset: 0 }));
      const left = items.map(({ payload }) => Number(payload));
      const retained = indexes.filter((index) => index % 3 === 2 || index >= 400).toReversed();
      expect(left).toEqual(retained);
    }
  });
};
