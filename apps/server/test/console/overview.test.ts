import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Overview } from "@quarry/http/console";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestServer, useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { WildFolder } from "../plugins/wild-server.ts";

const digestOf = (token: string) => createHash("sha256").update(token).digest("hex");

const directory = mkdtempSync(join(tmpdir(), "quarry-overview-"));
const configFile = join(directory, "quarry.config.json");
const apiKeys = {
  reader: { scope: "read", sha256: digestOf("reader-token") },
  limited: { scope: "admin", collections: ["mine"], sha256: digestOf("limited-token") },
};
writeFileSync(configFile, JSON.stringify({ apiKeys }));
afterAll(() => rmSync(directory, { recursive: true }));

/** Returns the cookie of a session that this key opens. */
const signIn = async ({ api }: TestServer, key: string): Promise<string> => {
  const answer = await api.call("POST", "/console/trpc/session.open", { json: { key }, token: null });
  expect(answer.status).toBe(200);
  return answer.headers.get("set-cookie")!.split(";", 1)[0]!;
};

const input = (range: string): string => encodeURIComponent(JSON.stringify({ range }));

const overviewOf = async (server: TestServer, cookie: string, range = "hour"): Promise<Overview> => {
  const path = `/console/trpc/overview.get?input=${input(range)}`;
  const { result } = await server.api.expect<{ result: { data: Overview } }>(200, "GET", path, {
    token: null,
    headers: { cookie },
  });
  return result.data;
};

/** Yields the values of the live stream as they arrive. */
async function* live(server: TestServer, cookie: string): AsyncGenerator<Overview> {
  const path = `/console/trpc/overview.live?input=${input("minutes")}`;
  const response = await server.api.fetch("GET", path, {
    token: null,
    headers: { cookie, accept: "text/event-stream" },
  });
  expect(response.status).toBe(200);
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split("\n\n");
    text = events.pop()!;
    for (const event of events) {
      if (!/^id: /m.test(event)) continue;
      yield JSON.parse(/^data: (.*)$/m.exec(event)![1]!) as Overview;
    }
  }
}

describe("the overview", () => {
  const server = useServer({ SERVICE_CONFIG: configFile });
  let cookie: string;

  beforeAll(async () => {
    const { api, secret } = server.current;
    cookie = await signIn(server.current, secret);
    await api.createCollection("mine");
    await api.createCollection("theirs");
    await api.ingest({ collection: "mine", filename: "pump.txt", bytes: "The pump needs a new gasket every year." });
    await api.ingest({ collection: "theirs", filename: "nothing.txt", bytes: "   " });
  });

  test("counts requests by kind, with latency and outcome", async () => {
    const before = (await overviewOf(server.current, cookie)).server!.requests.classes;
    for (let count = 0; count < 3; count++) await server.api.query("mine", { query: "gasket" });
    await server.api.badQuery("mine", { query: "gasket", top_k: -1 });
    const { requests } = (await overviewOf(server.current, cookie)).server!;
    const { query, upload } = requests.classes;
    expect(query.count - before.query.count).toBe(4);
    expect(query.refused - before.query.refused).toBe(1);
    expect(query.latency!.p50).toBeGreaterThan(0);
    expect(query.latency!.p99).toBeGreaterThanOrEqual(query.latency!.p50);
    expect(upload.count).toBe(2);
    expect(query.slices.count).toHaveLength(60);
    expect(query.slices.count.reduce((sum, value) => sum + value)).toBe(query.count);
  });

  test("reports totals, failed documents with the reason, and the health of every dependency", async () => {
    const { counts, failedDocuments, health, server: figures } = await overviewOf(server.current, cookie);
    expect(counts!.totals).toMatchObject({ collections: 2, documents: { total: 2, ready: 1, failed: 1 } });
    expect(failedDocuments).toMatchObject([{ collection: "theirs", filename: "nothing.txt" }]);
    expect(failedDocuments[0]!.errorMessage).toMatch(/text/);
    expect(figures!.failures).toEqual([]);
    expect(health.filter(({ isHealthy, error }) => !isHealthy || error !== null)).toEqual([]);
    expect(health.filter(({ needsKey }) => needsKey).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "embedder provider_a",
      "embedder provider_b",
      "reranker provider_b",
    ]);
    expect(health.filter(({ isDefault }) => isDefault).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "database sqlite",
      "files folder",
      "vector_store default",
      "embedder local",
    ]);
  });

  test("shows a limited key only its own collections, and nothing of the whole service", async () => {
    const limited = await overviewOf(server.current, await signIn(server.current, "limited-token"));
    expect(limited.server).toBeNull();
    expect(limited.failedDocuments).toEqual([]);
    expect(limited.counts).toMatchObject({
      webhooks: 0,
      totals: { collections: 1, documents: { total: 1, failed: 0 } },
    });
  });

  test("requires a session", async () => {
    const pathOf = (name: string) => `/console/trpc/${name}?input=${input("hour")}`;
    expect((await server.api.call("GET", pathOf("overview.get"), { token: null })).status).toBe(401);
    // The console has its own authentication: a token is valid only for the contract's routes.
    expect((await server.api.call("GET", pathOf("overview.get"))).status).toBe(401);
    // A stream reports the refusal in its only event.
    const stream = await server.api.call("GET", pathOf("overview.live"), { token: null });
    expect(stream.text).toContain("UNAUTHORIZED");
    expect(stream.text).not.toContain("counts");
  });

  test("streams changes as they happen", async () => {
    const stream = live(server.current, cookie);
    const first = (await stream.next()).value as Overview;
    const before = first.server!.requests.classes.query.count;
    await server.api.query("mine", { query: "gasket" });
    for await (const { server: figures } of stream) {
      if (figures!.requests.classes.query.count > before) break;
    }
  });
});

test("revoking a key ends its streams", async () => {
  const server = await TestServer.start();
  try {
    const made = { name: "short-lived", scope: "read" };
    const { key } = await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", { json: made });
    const stream = live(server, await signIn(server, key));
    await stream.next();
    await server.api.expect(200, "DELETE", "/v1/admin/keys/short-lived");
    let after = 0;
    for await (const _value of stream) after++;
    // At most the one that was in flight.
    expect(after).toBeLessThanOrEqual(1);
  } finally {
    await server.dispose();
  }
});

test("stopping the service ends the stream", async () => {
  // With a grace period this long, the server would wait for connections that do not close by themselves.
  const server = await TestServer.start({ SERVICE_SHUTDOWN_GRACE_SECONDS: "3600" });
  try {
    const stream = live(server, await signIn(server, server.secret));
    await stream.next();
    const rest = (async () => {
      for await (const _value of stream);
    })();
    const [ending] = await Promise.all([server.stop(), rest.catch(() => undefined)]);
    expect({ ...ending, log: server.process.errors }).toEqual({ code: 0, signal: null, log: [] });
  } finally {
    await server.dispose();
  }
});

describe("the overview of an unhealthy service", () => {
  let folder: WildFolder;
  let server: TestServer;

  beforeAll(async () => {
    folder = await WildFolder.make();
    server = await folder.start({ apiKeys });
  });
  afterAll(() => server?.dispose());

  const illWith = async (cookie: string) => (await overviewOf(server, cookie)).health.filter((one) => !one.isHealthy);

  test("names the unhealthy dependency, and shows its error only to administrators", async () => {
    const operator = await signIn(server, server.secret);
    const reader = await signIn(server, "reader-token");
    await folder.setMoods({ health: "throws" });
    const [ill] = await until("the store to be ill", async () => {
      const found = await illWith(operator);
      return found.length > 0 ? found : undefined;
    });
    expect(ill).toMatchObject({ kind: "vector_store", name: "default", plugin: "wild-store", isDefault: true });
    expect(ill!.error).toContain(`"wild-store" crashed in health`);
    expect(await illWith(reader)).toMatchObject([{ kind: "vector_store", plugin: "wild-store", error: null }]);
    await folder.setMoods({});
    await until("the store to be well again", async () => ((await illWith(operator)).length === 0 ? true : undefined));
  });

  test("lists a failed request with its id and route, without its content", async () => {
    const operator = await signIn(server, server.secret);
    await server.api.createCollection("broken");
    await folder.setMoods({ search: "throws" });
    const headers = { "x-request-id": "told-by-its-id" };
    const json = { query: "a secret question", search_mode: "semantic" };
    const answer = await server.api.call("POST", "/v1/collections/broken/query", { json, headers });
    await folder.setMoods({});
    expect(answer.status).toBeGreaterThanOrEqual(500);
    const { server: figures } = await overviewOf(server, operator);
    expect(figures!.failures[0]).toEqual({
      at: expect.any(Number),
      requestId: "told-by-its-id",
      method: "POST",
      route: "/v1/collections/{collection_name}/query",
      status: answer.status,
    });
    expect(figures!.requests.classes.query.failed).toBe(1);
    expect(JSON.stringify(figures)).not.toContain("secret question");
  });
});
