import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { Receiver } from "./receiver.ts";
import { createWebhook, deliveriesOf, EVENTS, PUBLIC_URL, type Webhook, WEBHOOKS } from "./resources.ts";

const directory = mkdtempSync(join(tmpdir(), "quarry-keys-"));
const configFile = join(directory, "quarry.config.json");
const digestOf = (token: string) => createHash("sha256").update(token).digest("hex");
const apiKeys = {
  writer: { scope: "write", sha256: digestOf("writer-token") },
  limited: { scope: "admin", collections: ["mine", "also_mine"], sha256: digestOf("limited-token") },
};
writeFileSync(configFile, JSON.stringify({ apiKeys }));
afterAll(() => rmSync(directory, { recursive: true }));

const server = useServer({ SERVICE_CONFIG: configFile });

const limited = (method: string, path: string, json?: unknown) =>
  server.api.call(method, WEBHOOKS + path, { token: "limited-token", ...(json !== undefined && { json }) });

test("webhooks require a key with the scope admin, also for reading", async () => {
  const { id } = await createWebhook(server.api);
  const routes = [
    ["GET", ""],
    ["POST", ""],
    ["GET", `/${id}`],
    ["PUT", `/${id}`],
    ["DELETE", `/${id}`],
    ["GET", `/${id}/deliveries`],
    ["POST", `/${id}/test`],
    ["POST", `/${id}/deliveries/${id}/redeliver`],
  ] as const;
  for (const [method, path] of routes) {
    const answer = await server.api.call(method, WEBHOOKS + path, { token: "writer-token" });
    expect({ method, path, status: answer.status }).toEqual({ method, path, status: 403 });
  }
});

test("a key limited to collections can't subscribe to others or see their webhooks", async () => {
  const all = await createWebhook(server.api);
  const theirs = await createWebhook(server.api, { collections: ["mine", "theirs"] });
  const mine = await createWebhook(server.api, { collections: ["mine"] });
  const hook = { url: PUBLIC_URL, events: EVENTS };

  expect((await limited("POST", "", { ...hook })).status).toBe(403);
  expect((await limited("POST", "", { ...hook, collections: null })).status).toBe(403);
  expect((await limited("POST", "", { ...hook, collections: ["mine", "theirs"] })).status).toBe(403);
  const made = await limited("POST", "", { ...hook, collections: ["also_mine"] });
  expect(made.status).toBe(201);
  const { id } = made.body as unknown as Webhook;

  expect((await limited("PUT", `/${id}`, { collections: null })).status).toBe(403);
  expect((await limited("PUT", `/${id}`, { collections: ["theirs"] })).status).toBe(403);
  expect((await limited("PUT", `/${id}`, { collections: ["mine", "also_mine"] })).status).toBe(200);

  for (const other of [all, theirs]) {
    expect((await limited("GET", `/${other.id}`)).status).toBe(404);
    expect((await limited("PUT", `/${other.id}`, { active: false })).status).toBe(404);
    expect((await limited("DELETE", `/${other.id}`)).status).toBe(404);
    expect((await limited("GET", `/${other.id}/deliveries`)).status).toBe(404);
    expect((await limited("POST", `/${other.id}/test`)).status).toBe(404);
    expect((await limited("POST", `/${other.id}/deliveries/${other.id}/redeliver`)).status).toBe(404);
  }
  const list = async (query: string) => {
    const body = (await limited("GET", query)).body as unknown as { webhooks: Webhook[]; total: number };
    return { ids: body.webhooks.map((webhook) => webhook.id), total: body.total };
  };
  expect(await list("")).toEqual({ ids: [mine.id, id], total: 2 });
  expect(await list("?limit=1&offset=1")).toEqual({ ids: [id], total: 2 });
  expect((await limited("DELETE", `/${mine.id}`)).status).toBe(200);
});

test("a webhook restricted to fewer collections neither shows nor sends earlier deliveries of the others", async () => {
  await using receiver = await Receiver.start();
  const both = await createWebhook(server.api, { url: receiver.url, collections: ["mine", "theirs"] });
  await server.api.createCollection("theirs");
  await server.api.ingest({ collection: "theirs", filename: "a.txt", bytes: "A text that is theirs." });
  const of = await until("the deliveries", async () => {
    const { deliveries } = await deliveriesOf(server.api, both.id);
    return deliveries.length === 2 && deliveries.every(({ status }) => status === "delivered") ? deliveries : undefined;
  });
  await server.api.expect(200, "PUT", `${WEBHOOKS}/${both.id}`, { json: { collections: ["mine"] } });

  expect((await limited("GET", `/${both.id}`)).status).toBe(200);
  expect((await limited("GET", `/${both.id}/deliveries`)).body).toEqual({ deliveries: [], total: 0 });
  expect((await limited("POST", `/${both.id}/deliveries/${of[0]!.id}/redeliver`)).status).toBe(404);
  const sent = receiver.received.length;
  await server.api.expect(200, "POST", `${WEBHOOKS}/${both.id}/deliveries/${of[0]!.id}/redeliver`);
  const [refused] = await until("the attempt", async () => {
    const { deliveries } = await deliveriesOf(server.api, both.id);
    return deliveries.some(({ error }) => error !== null)
      ? deliveries.filter(({ error }) => error !== null)
      : undefined;
  });
  expect(refused!.error).toBe("the webhook no longer includes this collection; nothing was sent");
  expect(receiver.received.length).toBe(sent);
  await server.api.expect(200, "DELETE", `${WEBHOOKS}/${both.id}`);
});

test("a key limited to collections can create at most 10 webhooks, which leaves room for others", async () => {
  const hook = { url: PUBLIC_URL, events: EVENTS, collections: ["mine"] };
  const statuses: number[] = [];
  for (let count = 0; count < 12; count++) statuses.push((await limited("POST", "", hook)).status);
  expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(10);
  expect(statuses.at(-1)).toBe(409);
  expect((await limited("POST", "", hook)).body).toEqual({
    detail: "webhooks: the collections of this key, which is limited to some, may have 10, and this limit is reached",
    code: "conflict",
  });
  await createWebhook(server.api);
});
