import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { type Api, documentsPath } from "../harness/api.ts";
import { TIMESTAMP, UUID } from "../harness/patterns.ts";
import { TestServer, useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { Receiver } from "./receiver.ts";
import { createWebhook, deliveriesOf, type Delivery, removeAll, WEBHOOKS } from "./resources.ts";

const server = useServer();

const settled = (api: Api, id: string, count: number): Promise<readonly Delivery[]> =>
  until(`${count} deliveries to end`, async () => {
    const { deliveries } = await deliveriesOf(api, id);
    return deliveries.length >= count && deliveries.every(({ status }) => status !== "pending")
      ? deliveries
      : undefined;
  });

test("a document triggers a processing event, then a ready event, signed with the webhook's secret", async () => {
  await using receiver = await Receiver.start();
  await server.api.createCollection("told");
  const { id, secret } = await createWebhook(server.api, { url: receiver.url });
  const document = await server.api.ingest({
    collection: "told",
    filename: "a.txt",
    bytes: "A short text about rivers.",
  });
  const [ready, processing] = await settled(server.api, id, 2);
  expect(receiver.received.map(({ payload }) => payload)).toEqual([
    {
      event: "document.processing",
      timestamp: expect.stringMatching(TIMESTAMP),
      collection: "told",
      document_id: document.id,
      status: "processing",
      chunk_count: 0,
      error_message: null,
    },
    {
      event: "document.ready",
      timestamp: expect.stringMatching(TIMESTAMP),
      collection: "told",
      document_id: document.id,
      status: "ready",
      chunk_count: document.chunk_count,
      error_message: null,
    },
  ]);
  for (const { headers, body, payload, id: deliveryId } of receiver.received) {
    expect(headers).toMatchObject({
      "x-service-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
      "x-service-event": payload["event"],
      "content-type": "application/json",
    });
    expect(deliveryId).toMatch(UUID);
  }
  expect(ready).toEqual({
    id: receiver.received[1]?.id,
    webhook_id: id,
    event: "document.ready",
    collection: "told",
    document_id: document.id,
    status: "delivered",
    attempts: 1,
    response_status: 200,
    error: null,
    payload: receiver.received[1]?.payload,
    created_at: expect.stringMatching(TIMESTAMP),
    next_attempt_at: null,
    delivered_at: expect.stringMatching(TIMESTAMP),
  });
  expect(processing).toMatchObject({ event: "document.processing", id: receiver.received[0]?.id });
  await removeAll(server.api);
});

test("a reprocess triggers a processing event with the previous chunk count, then a ready event", async () => {
  await using receiver = await Receiver.start();
  await server.api.createCollection("again");
  const bytes = "A sentence about herons. ".repeat(400);
  const before = await server.api.ingest({ collection: "again", filename: "a.txt", bytes });
  const { id } = await createWebhook(server.api, { url: receiver.url });
  await server.api.expect(200, "POST", documentsPath("again", before.id, "reprocess"));
  await settled(server.api, id, 2);
  expect(before.chunk_count).toBeGreaterThan(1);
  expect(receiver.received.map(({ payload }) => [payload["event"], payload["chunk_count"]])).toEqual([
    ["document.processing", before.chunk_count],
    ["document.ready", before.chunk_count],
  ]);
  await removeAll(server.api);
});

test("a failed document triggers an event with its error", async () => {
  await using receiver = await Receiver.start();
  await server.api.createCollection("failing");
  const { id } = await createWebhook(server.api, { url: receiver.url, events: ["document.failed"] });
  const document = await server.api.ingest({ collection: "failing", filename: "empty.txt", bytes: "" });
  expect(document.status).toBe("failed");
  await settled(server.api, id, 1);
  expect(receiver.received.map(({ payload }) => payload)).toEqual([
    {
      event: "document.failed",
      timestamp: expect.stringMatching(TIMESTAMP),
      collection: "failing",
      document_id: document.id,
      status: "failed",
      chunk_count: 0,
      error_message: document.error_message,
    },
  ]);
  await removeAll(server.api);
});

test("webhooks of other collections and inactive webhooks receive nothing", async () => {
  await using receiver = await Receiver.start();
  await server.api.createCollection("mine");
  await server.api.createCollection("theirs");
  const mine = await createWebhook(server.api, {
    url: receiver.url,
    collections: ["mine"],
    events: ["document.ready"],
  });
  const off = await createWebhook(server.api, { url: receiver.url });
  await server.api.expect(200, "PUT", `${WEBHOOKS}/${off.id}`, { json: { active: false } });
  await server.api.ingest({ collection: "theirs", filename: "a.txt", bytes: "theirs" });
  const document = await server.api.ingest({ collection: "mine", filename: "a.txt", bytes: "mine" });
  await settled(server.api, mine.id, 1);
  expect(receiver.received.map(({ payload }) => [payload["event"], payload["document_id"]])).toEqual([
    ["document.ready", document.id],
  ]);
  expect(await deliveriesOf(server.api, off.id)).toEqual({ deliveries: [], total: 0 });
  await removeAll(server.api);
});

test("the test endpoint sends to an inactive webhook too; the history is newest first and paged", async () => {
  await using receiver = await Receiver.start();
  const { id } = await createWebhook(server.api, { url: receiver.url, events: ["document.ready"] });
  await server.api.expect(200, "PUT", `${WEBHOOKS}/${id}`, { json: { active: false } });
  const sent: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const answer = await server.api.expect<{ delivery_id: string }>(200, "POST", `${WEBHOOKS}/${id}/test`);
    expect(answer).toEqual({
      status: "ok",
      message: expect.stringMatching(/./),
      delivery_id: expect.stringMatching(UUID),
    });
    sent.push(answer.delivery_id);
  }
  const deliveries = await settled(server.api, id, 3);
  expect(deliveries.map((delivery) => delivery.id)).toEqual(sent.toReversed());
  expect(receiver.received.map((received) => received.id).sort()).toEqual(sent.toSorted());
  const payload = {
    event: "webhook.test",
    timestamp: expect.stringMatching(TIMESTAMP),
    collection: "",
    document_id: "",
    status: "",
    chunk_count: 0,
    error_message: null,
  };
  expect(receiver.received[0]?.payload).toEqual(payload);
  expect(deliveries[0]).toMatchObject({ event: "webhook.test", collection: "", document_id: "", payload });
  const page = await deliveriesOf(server.api, id, "?limit=1&offset=1");
  expect(page).toEqual({ deliveries: [deliveries[1]], total: 3 });
  await removeAll(server.api);
});

test("after a kill the next process retries the delivery about 10 s later, with the same id", async () => {
  await using receiver = await Receiver.start();
  receiver.status = 500;
  const killed = await TestServer.start();
  try {
    const { id } = await createWebhook(killed.api, { url: receiver.url });
    const { delivery_id } = await killed.api.expect<{ delivery_id: string }>(200, "POST", `${WEBHOOKS}/${id}/test`);
    const first = await until("the first attempt", async () => {
      const { deliveries } = await deliveriesOf(killed.api, id);
      return deliveries[0]?.attempts === 1 ? deliveries[0] : undefined;
    });
    expect(first).toMatchObject({
      status: "pending",
      response_status: 500,
      error: "the receiver answered 500",
      delivered_at: null,
    });
    await killed.kill();
    receiver.status = 204;
    await killed.startAgain();
    const [delivery] = await settled(killed.api, id, 1);
    expect(delivery).toMatchObject({ id: delivery_id, status: "delivered", attempts: 2, response_status: 204 });
    expect(receiver.received.map((received) => received.id)).toEqual([delivery_id, delivery_id]);
    expect(receiver.received[1]?.body).toEqual(receiver.received[0]?.body);
    // Not before its scheduled time; later only by the delay of the machine.
    expect(receiver.received[1]!.at - receiver.received[0]!.at).toBeGreaterThanOrEqual(9_000);
  } finally {
    await killed.dispose();
  }
});

test("after a kill during processing every document is reported once per state, in order", async () => {
  await using receiver = await Receiver.start();
  const killed = await TestServer.start();
  try {
    await killed.api.createCollection("many");
    const { id } = await createWebhook(killed.api, { url: receiver.url });
    const uploads = Array.from({ length: 20 }, (_, index) =>
      killed.api.upload({ collection: "many", filename: `${index}.txt`, bytes: `Text ${index}. `.repeat(2_000) }),
    );
    const documents = await Promise.all(uploads);
    await until("some events", () => (receiver.received.length >= 5 ? true : undefined));
    await killed.kill();
    await killed.startAgain();
    for (const document of documents) await killed.api.settled("many", document.id);
    const deliveries = await settled(killed.api, id, 40);
    expect(deliveries).toHaveLength(40);
    for (const document of documents) {
      const mine = receiver.received.filter(({ payload }) => payload["document_id"] === document.id);
      // An interrupted delivery can arrive twice with the same id; the events and their order stay the same.
      const firsts = mine.filter(({ id: first }, index) => mine.findIndex((other) => other.id === first) === index);
      expect(firsts.map(({ payload }) => payload["event"])).toEqual(["document.processing", "document.ready"]);
    }
  } finally {
    await killed.dispose();
  }
});
