import { afterEach, describe, expect, test } from "vitest";
import { TIMESTAMP, UUID } from "../harness/patterns.ts";
import { useServer } from "../harness/test-server.ts";
import { createWebhook, EVENTS, PUBLIC_URL, removeAll, type Webhook, WEBHOOKS } from "./resources.ts";

const server = useServer();
afterEach(() => removeAll(server.api));

const unknownId = "11111111-1111-4111-8111-111111111111";
const FIELDS = ["id", "url", "events", "collections", "description", "active", "created_at", "updated_at"];

describe("POST", () => {
  test("returns 201 with the complete webhook and, only this time, its secret", async () => {
    const created = await createWebhook(server.api, { collections: ["a", "b_2"], description: "orders" });
    expect(created).toEqual({
      id: expect.stringMatching(UUID),
      url: PUBLIC_URL,
      events: EVENTS,
      collections: ["a", "b_2"],
      description: "orders",
      active: true,
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: created.created_at,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    expect(Object.keys(created)).toEqual([...FIELDS, "secret"]);
    const read = await server.api.call<Webhook>("GET", `${WEBHOOKS}/${created.id}`);
    expect(read.status).toBe(200);
    expect(Object.keys(read.body)).toEqual(FIELDS);
    const list = await server.api.call("GET", WEBHOOKS);
    expect(list.text + read.text).not.toContain(created.secret);
    const update = await server.api.call("PUT", `${WEBHOOKS}/${created.id}`, { json: { active: false } });
    expect(update.text).not.toContain("secret");
  });

  test("defaults to all collections, no description and active; every secret is different", async () => {
    const first = await createWebhook(server.api);
    expect(first).toMatchObject({ collections: null, description: "", active: true });
    const second = await createWebhook(server.api, { collections: null, description: null });
    expect(second).toMatchObject({ collections: null, description: "" });
    expect(second.secret).not.toBe(first.secret);
  });

  test("counts a repeated event once; collection names need not exist yet", async () => {
    const created = await createWebhook(server.api, {
      events: ["document.ready", "document.ready"],
      collections: ["x"],
    });
    expect(created).toMatchObject({ events: ["document.ready"], collections: ["x"] });
  });

  test("stores an empty list of collections as an empty list", async () => {
    expect(await createWebhook(server.api, { collections: [] })).toMatchObject({ collections: [] });
  });

  const url = PUBLIC_URL;
  const refused: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
    ["no url", { events: EVENTS }, /^url: /],
    ["an empty url", { url: "", events: EVENTS }, /^url: /],
    ["a url that is a number", { url: 5, events: EVENTS }, /^url: .*5/],
    ["an invalid url", { url: "example", events: EVENTS }, /^url: .*"example"/],
    [
      "plain http",
      { url: "http://example.com/", events: EVENTS },
      /^url: must be an https:\/\/ URL.*"http:\/\/example.com\/"/,
    ],
    ["a private address", { url: "https://10.0.0.1/", events: EVENTS }, /^url: .*private/],
    ["the metadata address", { url: "https://169.254.169.254/", events: EVENTS }, /^url: .*link-local/],
    ["an address in disguise", { url: "http://2130706433/", events: EVENTS }, /^url: .*another spelling/],
    ["credentials", { url: "https://a:b@example.com/", events: EVENTS }, /^url: .*user name/],
    ["no events", { url }, /^events: /],
    ["empty events", { url, events: [] }, /^events: /],
    ["events that are text", { url, events: "document.ready" }, /^events: /],
    ["an unknown event", { url, events: ["document.gone"] }, /^events\[0\]: .*document\.processing.*"document.gone"/],
    ["the test event", { url, events: ["document.ready", "webhook.test"] }, /^events\[1\]: .*webhook\.test/],
    ["collections that are text", { url, events: EVENTS, collections: "a" }, /^collections: /],
    ["a collection that can't be", { url, events: EVENTS, collections: ["a", "b-c"] }, /^collections\[1\]: .*"b-c"/],
    ["a description that is a number", { url, events: EVENTS, description: 1 }, /^description: /],
  ];
  test.each(refused)("%s returns 400", async (_name, json, detail) => {
    const answer = await server.api.call("POST", WEBHOOKS, { json });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ detail: expect.stringMatching(detail), code: "invalid_argument" });
  });

  test("the 51st returns 409, also with concurrent requests; a deleted one makes room", async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        server.api.call("POST", WEBHOOKS, { json: { url: PUBLIC_URL, events: EVENTS } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(50).fill(201), ...Array(10).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body.detail).toMatch(/50/);
    const { webhooks } = await server.api.expect<{ webhooks: Webhook[] }>(200, "GET", WEBHOOKS);
    await server.api.expect(200, "DELETE", `${WEBHOOKS}/${webhooks[0]!.id}`);
    await createWebhook(server.api);
    expect((await server.api.call("POST", WEBHOOKS, { json: { url: PUBLIC_URL, events: EVENTS } })).status).toBe(409);
  });
});

describe("GET", () => {
  test("lists the oldest first, in pages", async () => {
    expect(await server.api.expect(200, "GET", WEBHOOKS)).toEqual({ webhooks: [], total: 0 });
    const names = ["one", "two", "three"];
    for (const description of names) await createWebhook(server.api, { description });
    const list = async (query: string) => {
      const body = await server.api.expect<{ webhooks: Webhook[]; total: number }>(200, "GET", WEBHOOKS + query);
      return { names: body.webhooks.map(({ description }) => description), total: body.total };
    };
    expect(await list("")).toEqual({ names, total: 3 });
    expect(await list("?limit=2")).toEqual({ names: ["one", "two"], total: 3 });
    expect(await list("?limit=1000&offset=2")).toEqual({ names: ["three"], total: 3 });
    expect(await list("?offset=3")).toEqual({ names: [], total: 3 });
  });

  test.each(["limit=0", "limit=1001", "limit=x", "limit=1.5", "offset=-1"])("?%s returns 400", async (query) => {
    const { id } = await createWebhook(server.api);
    for (const path of [WEBHOOKS, `${WEBHOOKS}/${id}/deliveries`]) {
      const answer = await server.api.call("GET", `${path}?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toMatch(new RegExp(`^${query.split("=")[0]}: `));
    }
  });
});

describe("PUT", () => {
  test("changes only the specified fields", async () => {
    const created = await createWebhook(server.api, { collections: ["a"], description: "before" });
    const { secret: _secret, ...before } = created;
    const put = (json: Record<string, unknown>) =>
      server.api.expect<Webhook>(200, "PUT", `${WEBHOOKS}/${created.id}`, { json });
    const same = await put({});
    expect({ ...same, updated_at: before.updated_at }).toEqual(before);
    expect(await put({ url: "https://93.184.216.34/other" })).toMatchObject({
      url: "https://93.184.216.34/other",
      events: EVENTS,
      collections: ["a"],
      description: "before",
      active: true,
      created_at: created.created_at,
    });
    expect(await put({ events: ["document.failed"] })).toMatchObject({ events: ["document.failed"] });
    expect(await put({ collections: ["b"] })).toMatchObject({ collections: ["b"] });
    expect(await put({ collections: null })).toMatchObject({ collections: null });
    expect(await put({ description: "" })).toMatchObject({ description: "" });
    expect(await put({ active: false })).toMatchObject({ active: false });
    const changed = await put({ active: true, id: unknownId, secret: "mine", created_at: "x" });
    expect(changed).toMatchObject({ id: created.id, active: true, events: ["document.failed"] });
    expect(Date.parse(changed.updated_at)).toBeGreaterThanOrEqual(Date.parse(created.updated_at));
    expect(await server.api.expect(200, "GET", `${WEBHOOKS}/${created.id}`)).toEqual(changed);
  });

  const refused: readonly (readonly [Record<string, unknown>, RegExp])[] = [
    [{ url: "http://example.com" }, /^url: /],
    [{ url: "" }, /^url: /],
    [{ events: [] }, /^events: /],
    [{ events: ["webhook.test"] }, /^events\[0\]: /],
    [{ collections: ["-"] }, /^collections\[0\]: /],
    [{ active: "true" }, /^active: /],
    [{ description: {} }, /^description: /],
  ];
  test.each(refused)("%j returns 400 and changes nothing", async (json, detail) => {
    const { secret: _secret, ...before } = await createWebhook(server.api);
    const answer = await server.api.call("PUT", `${WEBHOOKS}/${before.id}`, { json: { ...json } });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ detail: expect.stringMatching(detail), code: "invalid_argument" });
    expect(await server.api.expect(200, "GET", `${WEBHOOKS}/${before.id}`)).toEqual(before);
  });
});

test("DELETE returns status and message, and removes the webhook", async () => {
  const { id } = await createWebhook(server.api);
  expect(await server.api.expect(200, "DELETE", `${WEBHOOKS}/${id}`)).toEqual({
    status: "ok",
    message: expect.stringContaining(id),
  });
  expect((await server.api.call("GET", `${WEBHOOKS}/${id}`)).status).toBe(404);
});

const routes: readonly (readonly [string, string, unknown])[] = [
  ["GET", "", undefined],
  ["PUT", "", { active: false }],
  ["DELETE", "", undefined],
  ["GET", "/deliveries", undefined],
  ["POST", "/test", undefined],
];
test.each(routes)("%s %s of an unknown webhook returns 404", async (method, suffix, json) => {
  for (const id of [unknownId, "nonsense", "a%2Fb"]) {
    const answer = await server.api.call(method, `${WEBHOOKS}/${id}${suffix}`, { ...(json !== undefined && { json }) });
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ detail: expect.stringContaining("webhook"), code: "not_found" });
  }
});

test.each(routes)("%s %s without a token returns 401", async (method, suffix) => {
  expect((await server.api.call(method, `${WEBHOOKS}/${unknownId}${suffix}`, { token: null })).status).toBe(401);
});

test("the database, its log and the server's log don't contain a secret", async () => {
  const { secret } = await createWebhook(server.api);
  const stored = await server.current.folder.stack.databaseText();
  expect(stored).toContain("http");
  expect(stored.includes(secret)).toBe(false);
  expect(server.current.process.stdout + server.current.process.stderr).not.toContain(secret);
});
