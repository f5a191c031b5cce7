import { writeFile } from "node:fs/promises";
import { type ProviderServer, startCohereServer } from "@quarry/provider-servers";
import { createQuarryClient } from "@quarry/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DataFolder } from "./harness/data-folder.ts";
import { TestServer } from "./harness/test-server.ts";

const KEY = "planted-key-0123456789abcdef";
const QUERY = "Where do herons wait for fish?";
const DOCUMENTS = [
  "A glacier moves downhill under its own weight.",
  "Herons stand in shallow water and wait for fish.",
  "Bread is baked in an oven.",
];

let cohere: ProviderServer;
let folder: DataFolder;
let server: TestServer;

interface Answer {
  readonly id: string;
  readonly model: string;
  readonly results: readonly { readonly index: number; readonly relevance_score: number; readonly document?: object }[];
}

beforeAll(async () => {
  cohere = await startCohereServer({ keys: [KEY] });
  folder = await DataFolder.make();
  const file = folder.file("quarry.config.jsonc");
  const judge = {
    plugin: "@quarry/reranker-cohere",
    settings: { baseUrl: cohere.url, apiKey: KEY, models: ["rerank-v3.5", "rerank-english-v3.0"] },
  };
  await writeFile(file, JSON.stringify({ rerankers: { judge } }));
  server = await TestServer.start({ SERVICE_CONFIG: file, CO_API_URL: cohere.url });
});

afterAll(async () => {
  await server.dispose();
  await folder.remove();
  await cohere.close();
});

const rerank = (json: unknown, token?: string) =>
  server.api.call<Answer & { readonly detail: string }>("POST", "/v1/rerank", {
    json,
    ...(token !== undefined && { token }),
  });

test("texts are ordered by a configured reranker, in the response format of Cohere and Jina", async () => {
  const answer = await rerank({ model: "rerank-english-v3.0", query: QUERY, documents: DOCUMENTS });
  expect(answer.status).toBe(200);
  const { id, model, results } = answer.body;
  expect(id).toBe(answer.headers.get("x-request-id"));
  expect(model).toBe("rerank-english-v3.0");
  expect(results.map(({ index }) => index).toSorted()).toEqual([0, 1, 2]);
  expect(results[0]).toEqual({ index: 1, relevance_score: expect.any(Number) });
  const scores = results.map(({ relevance_score: score }) => score);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  for (const score of scores) expect(score >= 0 && score <= 1).toBe(true);
});

test("the fields of Cohere and Jina are accepted: objects, top_n, return_documents, and unused ones", async () => {
  const documents = DOCUMENTS.map((text, index) => (index === 0 ? text : { text, title: "ignored" }));
  const answer = await rerank({
    ...{ query: QUERY, documents, top_n: 1, return_documents: true },
    ...{ max_tokens_per_doc: 4096, priority: 0, rank_fields: ["text"] },
  });
  expect(answer.status).toBe(200);
  expect(answer.body.model).toBe("rerank-v3.5");
  expect(answer.body.results).toEqual([
    { index: 1, relevance_score: expect.any(Number), document: { text: DOCUMENTS[1] } },
  ]);
  expect((await rerank({ query: QUERY, documents, top_n: 50, model: "judge" })).body.results).toHaveLength(3);
});

test("reranking requires a key with read access, whatever the key is limited to", async () => {
  const makeKey = async (fields: object): Promise<string> =>
    (await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", { json: { scope: "read", ...fields } }))
      .key;
  const request = { query: QUERY, documents: DOCUMENTS };
  expect((await rerank(request, await makeKey({ name: "bounded", filter: { acl: "one" } }))).status).toBe(200);
  expect((await rerank(request, await makeKey({ name: "limited", collections: ["none"] }))).status).toBe(200);
  expect((await server.api.call("POST", "/v1/rerank", { json: request, token: null })).status).toBe(401);
});

test("invalid requests return 400 and name the field", async () => {
  const refusals = [
    [{ documents: DOCUMENTS }, /^query/],
    [{ query: QUERY }, /^documents/],
    [{ query: QUERY, documents: [] }, /^documents/],
    [{ query: QUERY, documents: Array.from({ length: 1_001 }, () => "a") }, /^documents/],
    [
      { query: QUERY, documents: ["a", { title: "no text" }] },
      /^documents\[1\]: must be a string, or an object with text/,
    ],
    [{ query: QUERY, documents: ["a", 7] }, /^documents\[1\]/],
    [{ query: QUERY, documents: DOCUMENTS, top_n: 0 }, /^top_n/],
    [{ query: QUERY, documents: DOCUMENTS, model: "nobody" }, /^model: must be one of rerank-v3\.5, .*, got "nobody"/],
  ] as const;
  for (const [request, detail] of refusals) {
    const answer = await rerank(request);
    expect(answer.status, JSON.stringify(request)).toBe(400);
    expect(answer.body.detail).toMatch(detail);
  }
});

test("a failing reranker returns 503 instead of another order", async () => {
  const keyless = await rerank({ query: QUERY, documents: DOCUMENTS, model: "provider_b" });
  expect(keyless.status).toBe(503);
  expect(keyless.body.detail).toMatch(/reranker provider_b needs an API key/);
  cohere.faults.shares = { server_error: 1 };
  const failed = await rerank({ query: QUERY, documents: DOCUMENTS });
  cohere.faults.shares = {};
  expect(failed.status).toBe(503);
});

test("reranking is available in the client", async () => {
  const client = createQuarryClient({ baseUrl: server.api.address, apiKey: "a-secret-for-tests-only" });
  const { results } = await client.queries.rerank({ query: QUERY, documents: DOCUMENTS.map((text) => ({ text })) });
  expect(results[0]!.index).toBe(1);
  client.close();
});
