import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ProviderServer, startCohereServer, startOpenAiServer } from "@quarry/provider-servers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DataFolder } from "../harness/data-folder.ts";
import { TestServer } from "../harness/test-server.ts";

const KEY = "planted-key-0123456789abcdef";
let openai: ProviderServer;
let cohere: ProviderServer;
let server: TestServer;
/** All responses of the service. */
const answers: string[] = [];

beforeAll(async () => {
  openai = await startOpenAiServer({ keys: [KEY] });
  cohere = await startCohereServer({ keys: [KEY] });
  server = await TestServer.start({
    OPENAI_BASE_URL: `${openai.url}/v1`,
    CO_API_URL: cohere.url,
    SERVICE_LOG_LEVEL: "debug",
  });
});

afterAll(async () => {
  await server.dispose();
  await Promise.all([openai.close(), cohere.close()]);
});

beforeEach(() => {
  openai.record.clear();
  cohere.record.clear();
});

const call = async (method: string, path: string, json?: unknown) => {
  const answer = await server.api.call<Record<string, unknown>>(method, path, json === undefined ? {} : { json });
  answers.push(answer.text, JSON.stringify([...answer.headers]));
  return answer;
};

const herons = { filename: "herons.txt", bytes: "Herons stand in shallow water and wait for fish." };
const glaciers = { filename: "glaciers.txt", bytes: "A glacier moves downhill under its own weight." };

describe("collections with a provider and its key", () => {
  test("provider_a: OpenAI embeds documents and queries", async () => {
    const created = await call("POST", "/v1/collections", {
      ...{ name: "openai", embedding_provider: "provider_a", embedding_api_key: KEY, dimension: 256 },
    });
    expect(created).toMatchObject({ status: 201, body: { embedding_model: "text-embedding-3-small", dimension: 256 } });
    for (const file of [herons, glaciers])
      expect(await server.api.ingest({ collection: "openai", ...file })).toMatchObject({ status: "ready" });
    const found = await call("POST", "/v1/collections/openai/query", {
      ...{ query: "Where do herons wait for fish?", search_mode: "semantic" },
    });
    expect(found).toMatchObject({ status: 200, body: { results: [{ metadata: { filename: "herons.txt" } }, {}] } });
    const bodies = openai.record.calls.map(({ body }) => body);
    expect(bodies.length).toBeGreaterThan(0);
    for (const body of bodies) expect(body).toMatchObject({ model: "text-embedding-3-small", dimensions: 256 });
  });

  test("provider_b: Cohere embeds documents and queries with their input type, and reranks", async () => {
    await call("POST", "/v1/collections", {
      ...{ name: "cohere", embedding_provider: "provider_b", embedding_api_key: KEY },
      ...{ reranking_enabled: true, reranking_api_key: KEY },
    });
    for (const file of [herons, glaciers])
      expect(await server.api.ingest({ collection: "cohere", ...file })).toMatchObject({ status: "ready" });
    const found = await call("POST", "/v1/collections/cohere/query", { query: "Where do herons wait for fish?" });
    expect(found).toMatchObject({ status: 200, body: { results: [{ metadata: { filename: "herons.txt" } }, {}] } });
    expect(found.headers.get("x-rerank-status")).toBe("applied");
    const kinds = cohere.record.calls.map(({ path, body }) => body["input_type"] ?? path);
    expect(new Set(kinds)).toEqual(new Set(["search_document", "search_query", "/v2/rerank"]));
  });

  test("the names openai and cohere are accepted in new collections and changes; responses have the ids", async () => {
    const created = await call("POST", "/v1/collections", {
      ...{ name: "by_name", embedding_provider: "cohere", embedding_api_key: KEY },
    });
    expect(created).toMatchObject({
      status: 201,
      body: { embedding_provider: "provider_b", embedding_model: "embed-english-v3.0" },
    });
    const changes = "/v1/collections/by_name/changes";
    const same = await call("POST", changes, { embedding_provider: "cohere" });
    expect(same).toMatchObject({ status: 400, body: { detail: expect.stringContaining("already") as string } });
    const change = await call("POST", changes, { embedding_provider: "openai", embedding_api_key: KEY });
    expect(change).toMatchObject({
      status: 201,
      body: { to: { embedding_provider: "provider_a", embedding_model: "text-embedding-3-small" } },
    });
    const unknown = await call("POST", "/v1/collections", { name: "other", embedding_provider: "OpenAI Inc" });
    expect(unknown).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/provider_a, provider_b/) } });
  });

  test("chunks of a long text fit the model, and all of their text is embedded", async () => {
    const bytes = Array.from({ length: 3_000 }, (_, number) => `heron${number}`).join(" ");
    const { id, status } = await server.api.ingest({ collection: "cohere", filename: "long.txt", bytes });
    expect(status).toBe("ready");
    const texts = cohere.record.answeredTexts;
    const chunks = await server.api.chunks("cohere", id);
    expect(chunks.length).toBeGreaterThan(3);
    for (const { text } of chunks) expect(texts.some((sent) => sent.endsWith(text))).toBe(true);
    await server.api.deleteDocument("cohere", id);
  });

  test("a failing reranker preserves the order, and the response reports the failure", async () => {
    cohere.faults.shares = { server_error: 1 };
    // The query was embedded before, and its vector is cached.
    const found = await call("POST", "/v1/collections/cohere/query", {
      ...{ query: "Where do herons wait for fish?", search_mode: "keyword" },
    });
    cohere.faults.shares = {};
    expect(found).toMatchObject({ status: 200, body: { results: [{ metadata: { filename: "herons.txt" } }] } });
    expect(found.headers.get("x-rerank-status")).toBe("failed");
  });
});

test("a key that the provider rejects fails the document at first use, with a message that names the remedy", async () => {
  const key = "another-key-0123456789abcdef";
  const created = await call("POST", "/v1/collections", {
    ...{ name: "refused", embedding_provider: "provider_a", embedding_api_key: key },
  });
  // Creating a collection calls no provider.
  expect(created.status).toBe(201);
  expect(openai.record.calls).toHaveLength(0);
  const document = await server.api.ingest({ collection: "refused", ...herons });
  expect(document.status).toBe("failed");
  expect(document.error_message).toMatch(
    /refuses the API key: check the collection's embedding_api_key \(status 401\)/,
  );
  expect(openai.record.calls).toHaveLength(1);
  const query = await call("POST", "/v1/collections/refused/query", { query: "herons", search_mode: "semantic" });
  answers.push(JSON.stringify(document));
  expect(query.status).toBeGreaterThanOrEqual(400);
  expect(query.body["detail"]).toMatch(/refuses the API key/);
});

test("collections need no key if the config has one", async () => {
  const folder = await DataFolder.make();
  const file = folder.file("quarry.config.jsonc");
  const settings = { baseUrl: `${openai.url}/v1`, apiKey: KEY };
  const config = { embedders: { provider_a: { plugin: "@quarry/embedder-openai", settings } } };
  await writeFile(file, JSON.stringify(config));
  const own = await TestServer.start({ SERVICE_CONFIG: file, CO_API_URL: cohere.url });
  try {
    await own.api.createCollection("keyless", { embedding_provider: "provider_a", dimension: 64 });
    const document = await own.api.ingest({ collection: "keyless", ...herons });
    expect(document).toMatchObject({ status: "ready" });
    const refused = await own.api.call("POST", "/v1/collections", {
      json: { name: "b", embedding_provider: "provider_b" },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("embedding_api_key: is required") },
    });
    expect(own.process.stdout + own.process.stderr).not.toContain("planted-key");
  } finally {
    await own.dispose();
    await folder.remove();
  }
});

test("no response, log line or file contains a key", async () => {
  const created = await call("GET", "/v1/collections");
  expect(created.status).toBe(200);
  await server.stop();
  const { stdout, stderr } = server.process;
  const files = await readdir(server.folder.path, { recursive: true, withFileTypes: true });
  const contents = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), "latin1")),
  );
  for (const text of [...answers, stdout, stderr, ...contents]) {
    expect(text).not.toContain("planted-key");
    expect(text).not.toContain("another-key");
  }
  expect(stdout + stderr).toContain("request");
});
