import { afterEach, expect, test } from "vitest";
import type { Api } from "../harness/api.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { until } from "../harness/until.ts";
import { Receiver } from "./receiver.ts";
import { createWebhook, deliveriesOf, type Delivery, removeAll, WEBHOOKS } from "./resources.ts";

const server = useSharedServer();
afterEach(() => removeAll(server.api));

const UNKNOWN = "11111111-1111-4111-8111-111111111111";

const redeliver = (api: Api, webhookId: string, deliveryId: string) =>
  api.call<Delivery & { readonly detail: string }>(
    "POST",
    `${WEBHOOKS}/${webhookId}/deliveries/${deliveryId}/redeliver`,
  );

/** Waits until the delivery is no longer pending and returns it. */
const over = (webhookId: string, deliveryId: string): Promise<Delivery> =>
  until("the delivery to be over", async () => {
    const { deliveries } = await deliveriesOf(server.api, webhookId);
    return deliveries.find(({ id, status }) => id === deliveryId && status !== "pending");
  });

/** Creates a document and waits until its `document.ready` was delivered. */
const delivered = async (receiver: Receiver, collection: string) => {
  await server.api.createCollection(collection);
  const webhook = await createWebhook(server.api, { url: receiver.url, events: ["document.ready"] });
  await server.api.ingest({ collection, filename: "a.txt", bytes: `A text of ${collection}.` });
  const [delivery] = await until("the delivery", async () => {
    const { deliveries } = await deliveriesOf(server.api, webhook.id);
    return deliveries[0]?.status === "delivered" ? deliveries : undefined;
  });
  return { webhook, delivery: delivery! };
};

test("a redelivery has the same id, body and signature, and is listed once", async () => {
  await using receiver = await Receiver.start();
  const { webhook, delivery } = await delivered(receiver, "again");
  const answer = await redeliver(server.api, webhook.id, delivery.id);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    id: delivery.id,
    webhook_id: webhook.id,
    status: "pending",
    attempts: 0,
    response_status: null,
    error: null,
    payload: delivery.payload,
    created_at: delivery.created_at,
    next_attempt_at: expect.any(String),
    delivered_at: null,
  });
  const again = await over(webhook.id, delivery.id);
  expect(again).toMatchObject({ status: "delivered", attempts: 1, response_status: 200 });
  expect(Date.parse(again.delivered_at!)).toBeGreaterThanOrEqual(Date.parse(delivery.delivered_at!));
  expect(receiver.received).toHaveLength(2);
  const [first, second] = receiver.received;
  expect(second!.id).toBe(first!.id);
  expect(second!.body.equals(first!.body)).toBe(true);
  expect(second!.headers["x-service-signature"]).toBe(first!.headers["x-service-signature"]);
  expect((await deliveriesOf(server.api, webhook.id)).total).toBe(1);
});

test("a redelivery is sent to the webhook's current url", async () => {
  await using receiver = await Receiver.start();
  await using other = await Receiver.start();
  const { webhook, delivery } = await delivered(receiver, "moved");
  await server.api.expect(200, "PUT", `${WEBHOOKS}/${webhook.id}`, { json: { url: other.url } });
  expect((await redeliver(server.api, webhook.id, delivery.id)).status).toBe(200);
  await over(webhook.id, delivery.id);
  expect([receiver.received.length, other.received.length]).toEqual([1, 1]);
  expect(other.received[0]!.id).toBe(delivery.id);
});

test("a failed redelivery is retried; another request returns 409 while it is pending", async () => {
  await using receiver = await Receiver.start();
  const { webhook, delivery } = await delivered(receiver, "failing_again");
  receiver.status = 503;
  expect((await redeliver(server.api, webhook.id, delivery.id)).status).toBe(200);
  const waiting = await until("the first attempt to fail", async () => {
    const { deliveries } = await deliveriesOf(server.api, webhook.id);
    return deliveries[0]!.attempts === 1 ? deliveries[0] : undefined;
  });
  expect(waiting).toMatchObject({ status: "pending", response_status: 503, next_attempt_at: expect.any(String) });
  const refused = await redeliver(server.api, webhook.id, delivery.id);
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining("pending")]);
});

test("exactly one of several concurrent redelivery requests succeeds", async () => {
  await using receiver = await Receiver.start();
  const { webhook, delivery } = await delivered(receiver, "at_once");
  receiver.status = 500;
  const answers = await Promise.all(Array.from({ length: 6 }, () => redeliver(server.api, webhook.id, delivery.id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)]);
});

test("a redelivery of an inactive webhook waits until it is active; one of a test delivery does not", async () => {
  await using receiver = await Receiver.start();
  const { webhook, delivery } = await delivered(receiver, "paused");
  const { delivery_id: testId } = await server.api.expect<{ delivery_id: string }>(
    200,
    "POST",
    `${WEBHOOKS}/${webhook.id}/test`,
  );
  await over(webhook.id, testId);
  await server.api.expect(200, "PUT", `${WEBHOOKS}/${webhook.id}`, { json: { active: false } });
  expect((await redeliver(server.api, webhook.id, delivery.id)).body.status).toBe("pending");
  expect((await redeliver(server.api, webhook.id, testId)).status).toBe(200);
  await over(webhook.id, testId);
  const sent = () => receiver.received.map(({ id }) => id);
  expect(sent()).toEqual([delivery.id, testId, testId]);
  await server.api.expect(200, "PUT", `${WEBHOOKS}/${webhook.id}`, { json: { active: true } });
  await over(webhook.id, delivery.id);
  expect(sent()).toEqual([delivery.id, testId, testId, delivery.id]);
});

test("a delivery of another webhook, an unknown delivery and an unknown webhook return 404", async () => {
  await using receiver = await Receiver.start();
  const { webhook, delivery } = await delivered(receiver, "elsewhere");
  const other = await createWebhook(server.api);
  for (const [webhookId, deliveryId] of [
    [other.id, delivery.id],
    [webhook.id, UNKNOWN],
    [webhook.id, "nothing"],
    [UNKNOWN, delivery.id],
  ] as const) {
    expect((await redeliver(server.api, webhookId, deliveryId)).status).toBe(404);
  }
  expect(receiver.received).toHaveLength(1);
});
