import { startOpenAiServer, textVector } from "@quarry/provider-servers";
import { Redacted } from "effect";
import { afterAll, beforeEach, expect, test } from "vitest";
import plugin from "../src/index.ts";
import { embed, failure, KEY, open } from "./open-embedder.ts";

const models = {
  "text-embedding-3-small": { dimension: 1536, canShorten: true },
  "nomic-embed-text": { dimension: 768, canShorten: false },
  "qwen3-embedding": { dimension: 1024, canShorten: true },
};
const server = await startOpenAiServer({ models, deployments: { mine: "text-embedding-3-small" } });
const baseUrl = `${server.url}/v1`;
afterAll(() => server.close());
beforeEach(() => server.record.clear());
const lastCall = () => server.record.calls.at(-1)!;

test("a request has the collection's settings, base64 encoding and its key, and no SDK headers", async () => {
  const { vectors } = await embed(await open({ baseUrl }), { dimension: 256, texts: ["herons"] });
  expect(vectors).toEqual([textVector("herons", 256)]);
  const { body, headers, path } = lastCall();
  expect(path).toBe("/v1/embeddings");
  expect(body).toEqual({
    model: "text-embedding-3-small",
    input: ["herons"],
    encoding_format: "base64",
    dimensions: 256,
  });
  expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, "user-agent": "Quarry" });
  expect(Object.keys(headers).filter((name) => /stainless|openai/.test(name))).toEqual([]);
});

test("`dimensions` is sent only to models that support it", async () => {
  const named = [
    { name: "nomic-embed-text", dimension: 768 },
    { name: "qwen3-embedding", dimension: 1024, minimumDimension: 32 },
  ];
  const embedder = await open({ baseUrl, models: named });
  await embed(embedder, { model: "nomic-embed-text", dimension: 768 });
  expect(lastCall().body).not.toHaveProperty("dimensions");
  await embed(embedder, { model: "qwen3-embedding", dimension: 512 });
  expect(lastCall().body).toHaveProperty("dimensions", 512);
  await embed(await open({ baseUrl }), { model: "nomic-embed-text", dimension: 768 });
  expect(lastCall().body).not.toHaveProperty("dimensions");
});

test("every text is truncated to the token limit of OpenAI's models", async () => {
  const embedder = await open({ baseUrl });
  const texts = ["വെള്ളത്തിൽ നിന്ന് മീനിനായി ".repeat(900), "short", "苍鹭站在浅水中等待鱼儿".repeat(1_500)];
  await embed(embedder, { texts });
  await embed(embedder, { texts: [texts[2]!], inputType: "query" });
  const { maxTokensPerText, calls } = server.record;
  expect(maxTokensPerText).toBeLessThanOrEqual(8_192);
  expect(maxTokensPerText).toBeGreaterThan(7_000);
  expect(calls[0]!.texts[1]).toBe("short");
});

test("the settings determine the declared capabilities", () => {
  const capabilities = (settings: Record<string, unknown>) =>
    plugin.capabilitiesFor!({ ...DEFAULTS, ...settings } as never);
  expect(capabilities({})).toMatchObject({ credential: "required", otherModels: true, maxBatchTexts: 256 });
  expect(capabilities({ apiKey: Redacted.make("k") })).toMatchObject({ credential: "optional" });
  expect(capabilities({ credential: "none", apiKey: Redacted.make("k") })).toMatchObject({ credential: "none" });
  expect(capabilities({ models: [{ name: "a", dimension: 8 }] })).toMatchObject({
    otherModels: false,
    models: [{ name: "a", dimension: 8 }],
  });
});
const DEFAULTS = { credential: "required", maxBatchTexts: 256, maxBatchTokens: 100_000, hybridAlpha: 0.7 };

test("a model that is not configured is rejected without a request", async () => {
  const embedder = await open({ baseUrl, models: [{ name: "nomic-embed-text", dimension: 768 }] });
  expect(await failure(embedder)).toMatchObject({
    reason: "not_found",
    message: expect.stringMatching(/it may be nomic-embed-text$/),
  });
  expect(server.record.calls).toHaveLength(0);
});

test("prefixes, extra body fields and headers are sent", async () => {
  const embedder = await open({
    baseUrl,
    documentPrefix: "search_document: ",
    queryPrefix: "search_query: ",
    extraBody: { truncate_prompt_tokens: -1, model: "not this" },
    headers: { "X-Gateway": "eu" },
    encoding: "float",
  });
  await embed(embedder, { texts: ["herons"] });
  expect(lastCall().body).toMatchObject({
    input: ["search_document: herons"],
    truncate_prompt_tokens: -1,
    model: "text-embedding-3-small",
    encoding_format: "float",
  });
  expect(lastCall().headers).toMatchObject({ "x-gateway": "eu" });
  await embed(embedder, { texts: ["herons"], inputType: "query" });
  expect(lastCall().body).toMatchObject({ input: ["search_query: herons"] });
});

test("documentBody and queryBody distinguish documents from queries and override extraBody", async () => {
  const embedder = await open({
    baseUrl,
    extraBody: { input_type: "any", truncate: "END" },
    documentBody: { input_type: "passage" },
    queryBody: { input_type: "query", model: "not this" },
  });
  await embed(embedder, { texts: ["herons"] });
  expect(lastCall().body).toMatchObject({ input: ["herons"], input_type: "passage", truncate: "END" });
  await embed(embedder, { texts: ["herons"], inputType: "query" });
  expect(lastCall().body).toMatchObject({ input_type: "query", truncate: "END", model: "text-embedding-3-small" });
});

test("Azure OpenAI: the path has the deployment, the api-key header the key", async () => {
  const embedder = await open({ azure: { endpoint: `${server.url}/`, deployment: "mine" } });
  await embed(embedder);
  expect(lastCall().path).toBe("/openai/deployments/mine/embeddings?api-version=2024-10-21");
  expect(lastCall().headers["api-key"]).toBe(KEY);
  expect(lastCall().headers.authorization).toBeUndefined();
  const missing = await open({ azure: { endpoint: server.url, deployment: "none" } });
  expect(await failure(missing)).toMatchObject({
    reason: "not_found",
    message: expect.stringMatching(/API deployment/),
  });
});

test("the collection's key takes precedence over the server's; credential none sends no key", async () => {
  const shared = await open({ baseUrl, apiKey: "sk-for-all-0123456789" });
  await embed(shared);
  expect(lastCall().headers.authorization).toBe(`Bearer ${KEY}`);
  await embed(shared, { credential: undefined });
  expect(lastCall().headers.authorization).toBe("Bearer sk-for-all-0123456789");
  const keyless = await startOpenAiServer({ keys: [] });
  const open1 = await open({ baseUrl: `${keyless.url}/v1`, credential: "optional" });
  await embed(open1, { credential: undefined });
  await embed(open1);
  const none = await open({ baseUrl: `${keyless.url}/v1`, credential: "none" });
  await embed(none);
  expect(keyless.record.calls.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    `Bearer ${KEY}`,
    undefined,
  ]);
  await keyless.close();
});

test("environment variables are ignored", async () => {
  const names = {
    OPENAI_API_KEY: "sk-env",
    OPENAI_ORG_ID: "org-env",
    OPENAI_PROJECT_ID: "p-env",
    OPENAI_BASE_URL: "http://127.0.0.1:1",
  };
  Object.assign(process.env, names);
  try {
    await embed(await open({ baseUrl, credential: "optional" }), { credential: undefined }).catch(() => undefined);
    await embed(await open({ azure: { endpoint: server.url, deployment: "mine" } }));
  } finally {
    for (const name of Object.keys(names)) delete process.env[name];
  }
  expect(server.record.calls).toHaveLength(2);
  for (const { headers } of server.record.calls) expect(JSON.stringify(headers)).not.toMatch(/env/);
});
