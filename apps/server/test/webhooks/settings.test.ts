import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { createWebhook, deliveriesOf, WEBHOOKS } from "./resources.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({
    SERVICE_WEBHOOK_DELIVERY_TIMEOUT: "1",
    SERVICE_WEBHOOK_ALLOW_PRIVATE: "true",
  });
});
afterAll(() => server?.dispose());

test("SERVICE_WEBHOOK_ALLOW_PRIVATE allows private addresses over https, and no link-local or unspecified ones", async () => {
  await createWebhook(server.api, { url: "https://10.0.0.1/hook" });
  const attempts = ["http://10.0.0.1/hook", "https://169.254.169.254/", "https://0.0.0.0/"].map((url) =>
    server.api.call("POST", WEBHOOKS, { json: { url, events: ["document.ready"] } }),
  );
  expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([400, 400, 400]);
});

test("SERVICE_WEBHOOK_DELIVERY_TIMEOUT ends an attempt at a hanging receiver, which delays no stop", async () => {
  let requests = 0;
  const hanging = createServer(() => (requests += 1));
  hanging.listen(0, "127.0.0.1");
  await once(hanging, "listening");
  try {
    const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/`;
    const { id } = await createWebhook(server.api, { url });
    await server.api.expect(200, "POST", `${WEBHOOKS}/${id}/test`);
    const delivery = await until("the attempt to end", async () => {
      const [first] = (await deliveriesOf(server.api, id)).deliveries;
      return first?.attempts === 1 ? first : undefined;
    });
    expect(delivery).toMatchObject({ status: "pending", response_status: null, error: "no answer within 1 s" });
    expect(delivery.next_attempt_at).not.toBeNull();
    await server.api.expect(200, "POST", `${WEBHOOKS}/${id}/test`);
    await until("the next attempt", () => (requests >= 2 ? true : undefined));
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(server.process.errors).toEqual([]);
  } finally {
    hanging.closeAllConnections();
    hanging.close();
  }
});
