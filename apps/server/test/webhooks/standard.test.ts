import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { expect, test } from "vitest";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { until } from "../harness/until.ts";
import { type Received, Receiver } from "./receiver.ts";
import { createWebhook } from "./resources.ts";

const server = useSharedServer();

const headersOf = ({ headers }: Received): Record<string, string> => headers as Record<string, string>;

test("deliveries pass verification by the Standard Webhooks library on every attempt", async () => {
  await using receiver = await Receiver.start();
  receiver.status = 500;
  await server.api.createCollection("standard");
  const { secret } = await createWebhook(server.api, { url: receiver.url, events: ["document.ready"] });
  await server.api.ingest({ collection: "standard", filename: "a.txt", bytes: "A text – with what isn't ASCII." });
  const [first] = await until("the first attempt", () =>
    receiver.received.length > 0 ? receiver.received : undefined,
  );
  receiver.status = 200;
  const second = await until("the second attempt", () => receiver.received[1], 60_000);
  const library = new Webhook(secret);
  for (const attempt of [first!, second]) {
    expect(library.verify(attempt.body, headersOf(attempt))).toEqual(attempt.payload);
    expect(attempt.headers["webhook-id"]).toBe(attempt.headers["x-service-delivery"]);
  }
  expect(second.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
  expect(Number(second.headers["webhook-timestamp"])).toBeGreaterThan(Number(first!.headers["webhook-timestamp"]));
  const changed = Buffer.from(first!.body.toString().replace("ready", "reAdy"));
  expect(() => library.verify(changed, headersOf(first!))).toThrow(WebhookVerificationError);
  expect(() => new Webhook("whsec_AAAA").verify(first!.body, headersOf(first!))).toThrow(WebhookVerificationError);
});
