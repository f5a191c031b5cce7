import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@quarry/plugin/domain";
import { Effect, Redacted } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import { documentEvent, type Opened, openTemporary, register, run, until } from "./fixture.ts";
import { answerWith, Receiver } from "./receiver.ts";

/** Concurrent attempts of one webhook. */
const ATTEMPTS_AT_ONCE = 8;

const FAST = { retryDelaysMs: [50, 100, 150] };

let opened: Opened;
let stops: (() => Promise<void>)[];

beforeEach(async () => {
  opened = await openTemporary();
  stops = [];
});

afterEach(async () => {
  for (const stop of stops) await stop();
  await opened.close();
});

const work = (options: Parameters<Opened["work"]>[0] = FAST) => void stops.push(opened.work(options));

const settled = (id: string, count = 1) =>
  until(`${count} deliveries to end`, async () => {
    const history = await opened.history(id);
    return history.length >= count && history.every(({ status }) => status !== "pending");
  });

test("a delivery carries the contract's payload and headers, signed over the exact bytes", async () => {
  await using receiver = await Receiver.start();
  const { id, secret } = await register(opened, receiver.url);
  const documentId = newId();
  await opened.tell({ documentId, status: "failed", chunkCount: 0, errorMessage: "nicht lesbar – 文書 \u2028" });
  work();
  await settled(id);
  const [delivery] = await opened.history(id);
  const [received] = receiver.received;
  expect(received?.body.toString("utf8")).toBe(delivery?.payload);
  expect(JSON.parse(delivery!.payload)).toEqual({
    event: "document.failed",
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    collection: "reports",
    document_id: documentId,
    status: "failed",
    chunk_count: 0,
    error_message: "nicht lesbar – 文書 \u2028",
  });
  const digest = createHmac("sha256", Buffer.from(Redacted.value(secret)))
    .update(received!.body)
    .digest("hex");
  expect(received?.headers).toMatchObject({
    "x-service-signature": `sha256=${digest}`,
    "x-service-event": "document.failed",
    "x-service-delivery": delivery?.id,
    "content-type": "application/json",
    "content-length": String(received?.body.length),
    "user-agent": "Quarry/test",
  });
  expect(delivery).toMatchObject({ status: "delivered", attempts: 1, responseStatus: 204, error: null });
  expect(delivery?.nextAttemptAt).toBeNull();
  expect(delivery?.deliveredAt).not.toBeNull();
});

test("only active webhooks that subscribe to the event and the collection receive it", async () => {
  await using receiver = await Receiver.start();
  const url = (name: string) => receiver.url.replace("hook", name);
  await register(opened, url("all"));
  await register(opened, url("ready"), { events: ["document.ready"] });
  await register(opened, url("other"), { collections: ["other"] });
  await register(opened, url("both"), { collections: ["other", "reports"] });
  await register(opened, url("none"), { collections: [] });
  const inactive = await register(opened, url("inactive"));
  await run(opened.webhooks.update(inactive.id, { active: false }));
  await opened.tell({ status: "processing" });
  await opened.tell({ status: "ready" });
  work();
  await until("five deliveries", () => receiver.received.length >= 5);
  await sleep(300);
  expect(receiver.received.map(({ path, event }) => `${path} ${event}`).sort()).toEqual([
    "/all document.processing",
    "/all document.ready",
    "/both document.processing",
    "/both document.ready",
    "/ready document.ready",
  ]);
});

test("a status repeated by a resumed run creates no second delivery; a new run creates another", async () => {
  await using receiver = await Receiver.start();
  const { id } = await register(opened, receiver.url);
  const event = documentEvent({ status: "processing" });
  await opened.tell(event);
  await opened.tell(event);
  await opened.tell({ ...event, generation: 2 });
  expect((await opened.history(id)).map((delivery) => delivery.event)).toEqual([
    "document.processing",
    "document.processing",
  ]);
});

test("a transaction that is rolled back creates no delivery", async () => {
  await using receiver = await Receiver.start();
  const { id } = await register(opened, receiver.url);
  const body = opened.database.transaction((transaction) =>
    Effect.andThen(opened.outbox.documentChanged(documentEvent({}), transaction), Effect.fail("undone")),
  );
  expect(await run(Effect.flip(body))).toBe("undone");
  expect(await opened.history(id)).toEqual([]);
});

test("a failing delivery is attempted four times with one id, then marked as failed", async () => {
  await using receiver = await Receiver.start(answerWith(500));
  const { id } = await register(opened, receiver.url);
  await opened.tell({});
  work();
  await settled(id);
  await sleep(300);
  const [delivery] = await opened.history(id);
  expect(receiver.received.map((received) => received.id)).toEqual(Array(4).fill(delivery?.id));
  expect(new Set(receiver.received.map((received) => received.body.toString("hex"))).size).toBe(1);
  expect(delivery).toMatchObject({
    status: "failed",
    attempts: 4,
    responseStatus: 500,
    error: "the receiver answered 500",
    nextAttemptAt: null,
    deliveredAt: null,
  });
});

test("a delivery that succeeds on a retry ends as delivered, without an error", async () => {
  await using receiver = await Receiver.start((response, _received, count) =>
    answerWith(count < 2 ? 503 : 200)(response, _received, count),
  );
  const { id } = await register(opened, receiver.url);
  await opened.tell({});
  work();
  await settled(id);
  expect(await opened.history(id)).toMatchObject([
    { status: "delivered", attempts: 3, responseStatus: 200, error: null },
  ]);
  expect(receiver.received).toHaveLength(3);
});

test("retries are sent in time although the database's clock is an hour behind the process's", async () => {
  await opened.close();
  opened = await openTemporary(undefined, -3_600_000);
  await using receiver = await Receiver.start((response, _received, count) =>
    answerWith(count < 2 ? 503 : 200)(response, _received, count),
  );
  const { id } = await register(opened, receiver.url);
  await opened.tell({});
  work();
  await settled(id);
  expect(await opened.history(id)).toMatchObject([{ status: "delivered", attempts: 3 }]);
});

test("processing is delivered before ready for each document, even while processing is retried", async () => {
  await using receiver = await Receiver.start((response, received, count) =>
    answerWith(received.event === "document.processing" && count < 2 ? 500 : 200)(response, received, count),
  );
  const { id } = await register(opened, receiver.url);
  const documents = Array.from({ length: 20 }, () => newId());
  work();
  for (const documentId of documents) {
    await opened.tell({ documentId, status: "processing" });
    await opened.tell({ documentId, status: "ready" });
  }
  await settled(id, 40);
  for (const documentId of documents) {
    const order = receiver.received.filter(({ payload }) => payload.document_id === documentId);
    expect(order.map(({ event }) => event)).toEqual([...Array(3).fill("document.processing"), "document.ready"]);
  }
});

test("a permanently failed processing event releases ready, which has no attempt time until then", async () => {
  await using receiver = await Receiver.start((response, received, count) =>
    answerWith(received.event === "document.processing" ? 410 : 200)(response, received, count),
  );
  const { id } = await register(opened, receiver.url);
  const documentId = newId();
  await opened.tell({ documentId, status: "processing" });
  await opened.tell({ documentId, status: "ready" });
  const [processing, ready] = await opened.history(id);
  expect(processing?.nextAttemptAt).not.toBeNull();
  expect(ready).toMatchObject({ status: "pending", nextAttemptAt: null });
  work();
  await settled(id, 2);
  expect((await opened.history(id)).map(({ event, status, attempts }) => `${event} ${status} ${attempts}`)).toEqual([
    "document.processing failed 4",
    "document.ready delivered 1",
  ]);
});

test("receivers that hang, fail or don't exist don't delay other webhooks", async () => {
  await using hanging = await Receiver.start(() => {});
  await using failing = await Receiver.start(answerWith(500));
  await using healthy = await Receiver.start();
  for (let index = 0; index < 40; index += 1) await register(opened, `${hanging.url}/${index}`);
  await register(opened, failing.url);
  await register(opened, "http://127.0.0.1:1/nobody");
  const { id } = await register(opened, healthy.url);
  for (let index = 0; index < 30; index += 1) await opened.tell({});
  work({ timeoutMs: 60_000, stopGraceMs: 0, retryDelaysMs: [60_000, 60_000, 60_000] });
  await settled(id, 30);
  // Each hanging webhook uses exactly its share of attempts.
  await until("the hanging attempts", () => hanging.received.length >= 320);
  await sleep(200);
  expect(hanging.received).toHaveLength(320);
  expect(healthy.received).toHaveLength(30);
});

test("a shutdown aborts hanging attempts without counting them, and they are sent again with the same id", async () => {
  await using receiver = await Receiver.start((response, received, count) => {
    if (count > 0) answerWith(200)(response, received, count);
  });
  const { id } = await register(opened, receiver.url);
  await opened.tell({});
  const stop = opened.work({ timeoutMs: 60_000, stopGraceMs: 50 });
  await until("the first attempt", () => receiver.received.length === 1);
  await stop();
  expect(await opened.history(id)).toMatchObject([{ status: "pending", attempts: 0, error: null }]);
  work();
  await settled(id);
  expect(await opened.history(id)).toMatchObject([{ status: "delivered", attempts: 1 }]);
  expect(new Set(receiver.received.map((received) => received.id)).size).toBe(1);
});

test("pending deliveries of an inactive webhook wait until it is active; test deliveries are sent", async () => {
  await using receiver = await Receiver.start();
  const { id } = await register(opened, receiver.url);
  await opened.tell({});
  await run(opened.webhooks.update(id, { active: false }));
  const testId = await run(opened.webhooks.test(id));
  work();
  await until("the test", async () => receiver.received.length > 0);
  await sleep(300);
  expect(receiver.received.map((received) => received.id)).toEqual([testId]);
  expect(receiver.received[0]?.payload).toMatchObject({
    event: "webhook.test",
    collection: "",
    document_id: "",
    status: "",
    chunk_count: 0,
    error_message: null,
  });
  await run(opened.webhooks.update(id, { active: true }));
  await settled(id, 2);
  expect(receiver.received).toHaveLength(2);
});

test("deleting a webhook ends its retries and removes its deliveries", async () => {
  await using receiver = await Receiver.start(answerWith(500));
  const { id } = await register(opened, receiver.url);
  const other = await register(opened, receiver.url.replace("hook", "other"));
  for (let index = 0; index < 450; index += 1) await opened.tell({});
  work({ retryDelaysMs: [500, 500, 500] });
  await until("first attempts", () => receiver.received.length >= 16);
  await run(opened.webhooks.remove(id));
  const attemptsAt = (wanted: string) => receiver.received.filter(({ path }) => path === wanted).map((each) => each.id);
  const before = attemptsAt("/hook").length;
  // When the other webhook is retried, the deleted one has received at most the attempts that were in flight.
  await until("retries of the other", () => new Set(attemptsAt("/other")).size < attemptsAt("/other").length);
  expect(attemptsAt("/hook").length).toBeLessThanOrEqual(before + ATTEMPTS_AT_ONCE);
  expect(await opened.history(id)).toEqual([]);
  expect(await opened.history(other.id)).toHaveLength(450);
  expect(await run(Effect.flip(opened.webhooks.get(id)))).toMatchObject({ code: "not_found" });
});

test("old deliveries are pruned, and a delivery that waited for one of them is sent", async () => {
  await using receiver = await Receiver.start();
  const { id } = await register(opened, receiver.url);
  const documentId = newId();
  await opened.tell({ documentId, status: "processing" });
  await sleep(20);
  const between = new Date().toISOString();
  await sleep(20);
  await opened.tell({ documentId, status: "ready" });
  expect(await run(opened.deliveries.prune(between, 10))).toBe(1);
  work();
  await settled(id);
  expect(receiver.received.map(({ event }) => event)).toEqual(["document.ready"]);
});

test("after a lease expires another worker can send, and the first one's outcome is ignored", async () => {
  await using receiver = await Receiver.start();
  const { id } = await register(opened, receiver.url);
  await opened.tell({});
  const claims = [{ webhookId: id, limit: 8, testsOnly: false }];
  const [first] = await run(opened.deliveries.claim(claims, { owner: "first", leaseMs: -1, most: 8 }));
  expect(await run(opened.deliveries.claim(claims, { owner: "second", leaseMs: 60_000, most: 8 }))).toHaveLength(1);
  expect(await run(opened.deliveries.claim(claims, { owner: "third", leaseMs: 60_000, most: 8 }))).toEqual([]);
  const attempt = { delivery: first!, responseStatus: 200, error: null } as const;
  await run(opened.deliveries.record([{ ...attempt, owner: "first", outcome: "delivered" }]));
  expect(await opened.history(id)).toMatchObject([{ status: "pending", attempts: 0 }]);
  await run(opened.deliveries.record([{ ...attempt, owner: "second", outcome: "delivered" }]));
  expect(await opened.history(id)).toMatchObject([{ status: "delivered", attempts: 1 }]);
});
