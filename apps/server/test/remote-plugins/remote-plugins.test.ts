import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { ServedProcess } from "@quarry/remote/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DataFolder } from "../harness/data-folder.ts";
import { TestServer } from "../harness/test-server.ts";

const fixture = (path: string): string => fileURLToPath(new URL(`../../../../plugins/${path}`, import.meta.url));

const TOKEN = "a-token-between-processes";
const protectedBy = { environment: { QUARRY_PLUGIN_TOKEN: TOKEN } };

let store: ServedProcess;
let embedder: ServedProcess;
let reranker: ServedProcess;
let parser: ServedProcess;
let server: TestServer;

const start = async (): Promise<TestServer> => {
  const folder = await DataFolder.make();
  const remote = (name: string, { address }: ServedProcess, more: object = {}) => ({
    plugin: `@quarry/${name}-remote`,
    settings: { address, token: TOKEN, ...more },
  });
  const text = { plugin: "@quarry/parser-remote", settings: { protocol: "quarry", url: parser.address, token: TOKEN } };
  const configuration = {
    vectorStore: remote("vector", store, { timeoutSeconds: 10 }),
    embedders: { words: remote("embedder", embedder) },
    defaultEmbedder: "words",
    rerankers: { words: remote("reranker", reranker) },
    parsers: { txt: text, md: text },
  };
  const config = folder.file("quarry.config.json");
  writeFileSync(config, JSON.stringify(configuration));
  return await TestServer.start({ SERVICE_CONFIG: config }, folder);
};

beforeAll(async () => {
  [store, embedder, reranker, parser] = await Promise.all([
    ServedProcess.start({ plugin: "@quarry/vector-embedded", ...protectedBy }),
    ServedProcess.start({ plugin: fixture("embedder-remote/test/fixtures/word-embedder.ts"), ...protectedBy }),
    ServedProcess.start({ plugin: fixture("reranker-remote/test/fixtures/word-reranker.ts"), ...protectedBy }),
    ServedProcess.start({ plugin: "@quarry/parser-text", ...protectedBy }),
  ]);
  server = await start();
});

afterAll(async () => {
  await server?.dispose();
  await Promise.all([store, embedder, reranker, parser].map((served) => served?.close()));
});

const upload = (filename: string, text: string, metadata: object) =>
  server.api.upload({ collection: "garden", filename, bytes: text, metadata });

const filenames = (results: readonly { readonly metadata: { readonly filename?: unknown } }[]) =>
  results.map(({ metadata }) => metadata.filename);

/** Waits until the service has tried to reach an unavailable plugin. */
const attemptAt = async ({ port }: ServedProcess): Promise<void> => {
  const doorbell = createServer((socket) => void socket.on("error", () => {}).destroy());
  doorbell.listen(port, "127.0.0.1");
  await once(doorbell, "connection");
  doorbell.close();
  await once(doorbell, "close");
};

test("plugins of every kind in their own processes serve uploads and every search mode, with filters", async () => {
  const collection = await server.api.createCollection("garden", {
    reranking_enabled: true,
    reranking_model: "overlap",
  });
  expect(collection).toMatchObject({ embedding_provider: "words", embedding_model: "words", dimension: 256 });
  const files = [
    ["roses.md", "# Roses\n\nRoses want sun, and water at their roots.", { bed: "north", rank: 1 }],
    ["herons.txt", "Herons wait for fish at the pond.", { bed: "south", rank: 2 }],
    ["pond.txt", "The pond is cleaned in spring, when no herons are there.", { bed: "north", rank: 3 }],
  ] as const;
  for (const [filename, text, metadata] of files) {
    const { id } = await upload(filename, text, metadata);
    expect(await server.api.settled("garden", id)).toMatchObject({ status: "ready", error_message: null });
  }
  const json = { query: "herons wait for fish", search_mode: "keyword" };
  const reranked = await server.api.call("POST", "/v1/collections/garden/query", { json });
  expect(reranked.headers.get("x-rerank-status")).toBe("applied");
  for (const search_mode of ["semantic", "keyword", "hybrid"]) {
    const all = await server.api.query("garden", { query: "herons wait for fish", search_mode });
    expect(filenames(all.results)[0]).toBe("herons.txt");
    // Share of the query's words that the passage contains; no other score can be this value.
    expect(all.results[0]!.score).toBe(1);
    const filters = { bed: "north", rank: { $gt: 1 } };
    const some = await server.api.query("garden", { query: "herons wait for fish", search_mode, filters });
    expect(filenames(some.results)).toEqual(["pond.txt"]);
  }
});

test("a killed vector store affects only semantic search; documents wait and are found once it is back", async () => {
  await store.kill();
  const semantic = await server.api.badQuery("garden", { query: "who waits at the pond", search_mode: "semantic" });
  expect(semantic.status).toBe(503);
  expect(semantic.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(semantic.body.detail).toContain(`@quarry/vector-embedded at 127.0.0.1:${store.port}`);
  const keyword = await server.api.query("garden", { query: "herons", search_mode: "keyword" });
  expect(filenames(keyword.results)).toContain("herons.txt");
  const ready = await server.api.call("GET", "/health/ready", { token: null });
  expect(ready).toMatchObject({ status: 503, body: { vector_store: false, database: true } });
  const waiting = await upload("frogs.txt", "Frogs sing at night beside the pond.", { bed: "south", rank: 4 });
  await attemptAt(store);
  expect((await server.api.document("garden", waiting.id)).status).not.toBe("failed");
  await store.start();
  expect(await server.api.settled("garden", waiting.id)).toMatchObject({ status: "ready", error_message: null });
  const found = await server.api.query("garden", { query: "frogs sing at night", search_mode: "semantic" });
  expect(filenames(found.results)[0]).toBe("frogs.txt");
});

test("documents wait while the embedder and the parser are killed", async () => {
  await Promise.all([embedder.kill(), parser.kill()]);
  const { id } = await upload("bees.txt", "Bees fly when the sun shines.", { bed: "north", rank: 5 });
  await attemptAt(parser);
  expect((await server.api.document("garden", id)).status).not.toBe("failed");
  await Promise.all([embedder.start(), parser.start()]);
  expect(await server.api.settled("garden", id)).toMatchObject({ status: "ready" });
});

test("a service starts while its known plugins are unavailable, and uses them once they are back", async () => {
  await Promise.all([store.kill(), embedder.kill()]);
  await server.restart();
  const away = await server.api.call("GET", "/health/ready", { token: null });
  expect(away).toMatchObject({ status: 503, body: { vector_store: false } });
  const { id } = await upload("moles.txt", "Moles dig tunnels.", { bed: "north", rank: 6 });
  await Promise.all([store.start(), embedder.start()]);
  expect(await server.api.settled("garden", id)).toMatchObject({ status: "ready" });
  const found = await server.api.query("garden", { query: "moles dig tunnels", search_mode: "semantic" });
  expect(filenames(found.results)[0]).toBe("moles.txt");
});

test("no log contains a token", async () => {
  const logs = [
    server.process.stderr,
    server.process.stdout,
    ...[store, embedder, reranker, parser].map(({ output }) => output),
  ];
  expect(logs.join("\n")).not.toContain(TOKEN);
});
