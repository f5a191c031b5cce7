import { startCohereServer, startOpenAiServer } from "@quarry/provider-servers";
import { expect, test } from "vitest";
import { TestServer, useServer } from "./harness/test-server.ts";
import { until } from "./harness/until.ts";

const server = useServer();
const words = Array.from({ length: 3_000 }, (_, at) => `word${at}`);
const HEADER = "x-query-words-left-out";

test("a query above the term limit reports the omitted terms in every protocol, and finds the first terms", async () => {
  const { api } = server;
  await api.createCollection("long");
  await api.ingest({ collection: "long", filename: "first.txt", bytes: "Of word1 and of word2 is told here." });
  await api.ingest({ collection: "long", filename: "last.txt", bytes: "Of word2998 and of word2999 is told here." });
  const query = words.join(" ");
  for (const search_mode of ["keyword", "hybrid", "semantic"]) {
    const answer = await api.call<{ results: { metadata: { filename: string } }[]; explanation: object }>(
      "POST",
      "/v1/collections/long/query",
      { json: { query, search_mode, explain: true } },
    );
    expect([answer.status, answer.headers.get(HEADER)]).toEqual([200, "2000"]);
    expect(answer.body.explanation).toMatchObject({ words_left_out: 2_000 });
    expect(answer.body.results[0]!.metadata.filename).toBe("first.txt");
  }
  const several = await api.call("POST", "/v1/query", { json: { query, collections: ["long"] } });
  expect(several.headers.get(HEADER)).toBe("2000");
  const queries = [
    { collection: "long", query: "word1" },
    { collection: "long", query },
  ];
  const batch = await api.call("POST", "/v1/batch/query", { json: { queries } });
  expect(batch.headers.get(HEADER)).toBe("2000");
  const connect = await api.call("POST", "/quarry.v1.QueryService/Query", {
    json: { collectionName: "long", query },
  });
  expect([connect.status, connect.headers.get(HEADER)]).toEqual([200, "2000"]);

  const short = await api.call<{ explanation: object }>("POST", "/v1/collections/long/query", {
    json: { query: words.slice(0, 1_000).join(" "), explain: true },
  });
  expect(short.headers.get(HEADER)).toBeNull();
  expect(short.body.explanation).toMatchObject({ words_left_out: 0 });
});

test("a provider's model receives the whole text of a long query", async () => {
  await using openai = await startOpenAiServer();
  const own = await TestServer.start({ OPENAI_BASE_URL: `${openai.url}/v1` });
  try {
    const fields = { embedding_provider: "provider_a", embedding_api_key: "sk-test-0123456789" };
    await own.api.createCollection("whole", fields);
    const query = words.slice(0, 1_500).join(" ");
    const answer = await own.api.call("POST", "/v1/collections/whole/query", {
      json: { query, search_mode: "semantic" },
    });
    expect([answer.status, answer.headers.get(HEADER)]).toEqual([200, null]);
    expect(openai.record.answeredTexts).toEqual([query]);
  } finally {
    await own.dispose();
  }
});

const NEVER_MS = 600_000;

test("a caller that disconnects cancels its provider calls, and the rest of a batch is not started", async () => {
  await using openai = await startOpenAiServer();
  await using cohere = await startCohereServer();
  const own = await TestServer.start({ OPENAI_BASE_URL: `${openai.url}/v1`, CO_API_URL: cohere.url });
  try {
    const { api } = own;
    const fields = { embedding_provider: "provider_a", embedding_api_key: "sk-test-0123456789" };
    await api.createCollection("far", { ...fields, reranking_api_key: "a-key-0123456789" });
    await api.ingest({ collection: "far", filename: "a.txt", bytes: "Herons stand in shallow water." });
    openai.record.clear();
    openai.setLatency(NEVER_MS);

    for (const [path, json] of [
      ["/v1/collections/far/query", { query: "herons" }],
      ["/v1/query", { query: "water", collections: ["far"] }],
      [
        "/v1/batch/query",
        { queries: Array.from({ length: 20 }, (_, at) => ({ collection: "far", query: `heron ${at}` })) },
      ],
      ["/quarry.v1.QueryService/Query", { collectionName: "far", query: "shallow" }],
    ] as const) {
      const caller = new AbortController();
      const requested = own.api.fetch("POST", path, { json, signal: caller.signal });
      await until(`a call for ${path}`, () => Promise.resolve(openai.record.concurrent > 0 || undefined));
      caller.abort();
      await expect(requested).rejects.toThrow();
      await until(`the end of the calls for ${path}`, () =>
        Promise.resolve(openai.record.concurrent === 0 || undefined),
      );
    }
    expect(openai.record.calls.every(({ aborted }) => aborted === true)).toBe(true);
    const calls = openai.record.calls.length;

    openai.setLatency(0);
    cohere.setLatency(NEVER_MS);
    const caller = new AbortController();
    const reranked = api.fetch("POST", "/v1/collections/far/query", {
      json: { query: "herons", rerank: true },
      signal: caller.signal,
    });
    await until("a call of the reranker", () => Promise.resolve(cohere.record.concurrent > 0 || undefined));
    caller.abort();
    await expect(reranked).rejects.toThrow();
    await until("the end of the reranker's call", () => Promise.resolve(cohere.record.concurrent === 0 || undefined));
    expect(openai.record.calls.length).toBe(calls + 1);
    expect(cohere.record.calls.length).toBe(1);
    // None of this is a fault of the service.
    expect((await api.call("POST", "/v1/collections/far/query", { json: { query: "herons" } })).status).toBe(200);
    expect(own.process.errors).toEqual([]);
  } finally {
    await own.dispose();
  }
});
