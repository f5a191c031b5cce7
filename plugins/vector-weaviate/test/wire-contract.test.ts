import { createHash } from "node:crypto";
import { parseFilter } from "@quarry/plugin/domain";
import type { PluginError, VectorRecord, VectorStoreV1 } from "@quarry/plugin";
import { Effect, Fiber } from "effect";
import { expect, test as plainTest } from "vitest";
import { digestOf, uuidOf } from "../src/stored-object.ts";
import { type OpenStore, openStore } from "./support/open-store.ts";
import { type GrpcAnswer, type HttpAnswer, WireServer } from "./support/wire-server.ts";

// Tests the requests of this plugin and its handling of responses. No Weaviate is involved: these tests don't show that
// its server accepts them.

const META: HttpAnswer = { status: 200, body: { version: "1.39.0", hostname: "http://[::]:8080", modules: {} } };
const classOf = (dimension: number): HttpAnswer => ({
  status: 200,
  body: { class: "Quarry_docs", description: `Quarry vectors, version 1, dimension ${dimension}` },
});
const NO_CLASS: GrpcAnswer = { status: 2, text: "could not find class QuarryHealthCheck in schema" };

/** A server whose only class has three dimensions, and a store that is connected to it. */
const test = plainTest.extend<{ server: WireServer; opened: OpenStore; store: VectorStoreV1 }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the names of what a fixture needs
  server: async ({}, use) => {
    await using server = await WireServer.start();
    server.onHttp = (line) => (line === "GET /v1/meta" ? META : classOf(3));
    await use(server);
  },
  opened: async ({ server }, use) => {
    await using opened = await openStore({ port: server.port, grpcPort: server.grpcPort, apiKey: "a secret" });
    await use(opened);
  },
  store: async ({ opened }, use) => use(opened.store),
});

const run = Effect.runPromise;
const failure = (effect: Effect.Effect<unknown, PluginError>): Promise<PluginError> => run(Effect.flip(effect));
const record = (id: string, metadata: VectorRecord["metadata"] = {}, text = ""): VectorRecord => ({
  ...{ id, metadata, text },
  vector: Float32Array.of(0.5, -0.25, 1),
});
const VECTOR_BYTES = Buffer.from(Float32Array.of(0.5, -0.25, 1).buffer);
const words = (...facts: readonly string[]) => facts.map(digestOf);
const lines = (server: WireServer) => server.httpCalls.map(({ line }) => line);

/** Returns an object as a server sends it. */
const result = (id: string, parts: { distance?: number; metadata?: object; vector?: boolean } = {}) => ({
  metadata: {
    id: uuidOf(id),
    ...(parts.distance !== undefined && { distance: parts.distance, distancePresent: true }),
    ...(parts.vector === true && { vectors: [{ name: "default", vectorBytes: VECTOR_BYTES, type: 1 }] }),
  },
  properties: {
    nonRefProps: {
      fields: {
        key: { textValue: JSON.stringify(id) },
        body: { textValue: JSON.stringify([parts.metadata ?? {}, `text of ${id}`]) },
      },
    },
  },
});

test("opening sends no request; health calls both APIs with the key, and errors don't show it", async ({
  server,
  store,
}) => {
  expect(server.httpCalls).toEqual([]);
  server.onGrpc = () => NO_CLASS;
  await run(store.health);
  expect(lines(server)).toEqual(["GET /v1/meta", "GET /v1/.well-known/ready"]);
  expect(server.httpCalls.map(({ headers }) => headers.authorization)).toEqual(["Bearer a secret", "Bearer a secret"]);
  expect(server.grpcCalls).toMatchObject([
    { method: "Search", request: { collection: "QuarryHealthCheck", limit: 1 } },
  ]);
  expect(server.grpcCalls[0]!.headers["authorization"]).toBe("Bearer a secret");

  server.onHttp = (line) => (line === "GET /v1/meta" ? META : { status: 503, body: { error: "starting" } });
  expect(await failure(store.health)).toMatchObject({ reason: "unavailable" });
  server.onHttp = () => META;
  server.onGrpc = () => ({ status: 16, text: "unauthorized: invalid api key" });
  const refused = await failure(store.health);
  expect(refused).toMatchObject({ reason: "unauthorized", isRetryable: false });
  expect(refused.message).toContain("apiKey");
  expect(JSON.stringify(refused)).not.toContain("a secret");
});

test("a collection is a class with all settings explicit, instead of the server's own defaults", async ({
  server,
  store,
}) => {
  server.onHttp = (line) => {
    if (line === "GET /v1/meta") return META;
    return line.startsWith("GET") ? { status: 404 } : { status: 200, body: {} };
  };
  await run(store.ensureCollection({ collection: "docs", dimension: 3 }));
  expect(lines(server)).toEqual(["GET /v1/meta", "GET /v1/schema/Quarry_docs", "POST /v1/schema"]);
  const hidden = { indexFilterable: false, indexSearchable: false, indexRangeFilters: false };
  expect(server.httpCalls[2]!.body).toEqual({
    class: "Quarry_docs",
    description: "Quarry vectors, version 1, dimension 3",
    vectorConfig: {
      default: {
        vectorizer: { none: {} },
        vectorIndexType: "hnsw",
        vectorIndexConfig: {
          ...{ distance: "dot", skipDefaultQuantization: true },
          ...{ efConstruction: 256, maxConnections: 32, dynamicEfMin: 200, dynamicEfMax: 1_000 },
        },
      },
    },
    properties: [
      { name: "facts", dataType: ["text[]"], tokenization: "field", indexFilterable: true, indexSearchable: false },
      { name: "key", dataType: ["text"], ...hidden },
      { name: "body", dataType: ["text"], ...hidden },
    ],
  });
});

test("an existing class is used if it matches, otherwise rejected unchanged", async ({ server, store }) => {
  await run(store.ensureCollection({ collection: "docs", dimension: 3 }));
  expect(await failure(store.ensureCollection({ collection: "docs", dimension: 4 }))).toMatchObject({
    reason: "incompatible",
    message: 'the collection "docs" has 3 dimensions, not 4',
  });
  server.onHttp = () => ({ status: 200, body: { class: "Quarry_docs", description: "somebody else's" } });
  const foreign = await failure(store.ensureCollection({ collection: "docs", dimension: 3 }));
  expect(foreign).toMatchObject({
    reason: "incompatible",
    message: "the Weaviate class Quarry_docs was not made by Quarry",
  });
  expect(lines(server).filter((line) => !line.startsWith("GET"))).toEqual([]);
});

test("a class created concurrently is used; another rejection is reported", async ({ server, store }) => {
  let isMade = false;
  server.onHttp = (line) => {
    if (line === "GET /v1/meta") return META;
    if (line.startsWith("GET")) return isMade ? classOf(3) : { status: 404 };
    isMade = true;
    return { status: 422, body: { error: [{ message: "class name Quarry_docs already exists" }] } };
  };
  await run(store.ensureCollection({ collection: "docs", dimension: 3 }));
  server.onHttp = (line) => (line.startsWith("GET") ? { status: 404 } : { status: 422, body: { error: "no room" } });
  const refused = await failure(store.ensureCollection({ collection: "docs", dimension: 3 }));
  expect(refused).toMatchObject({ reason: "invalid", isRetryable: false });
  expect(refused.message).toContain("no room");
});

test("an upsert sends complete objects, the last of each id, in batches", async ({ server, store }) => {
  server.onGrpc = () => ({ reply: {} });
  await run(
    store.upsert("docs", [record("a", { old: 1 }), record("é\ud800", { n: 5, tag: " x" }, "Text"), record("a")]),
  );
  const [batch] = server.grpcCalls;
  expect(batch).toMatchObject({ method: "BatchObjects", request: { consistencyLevel: 2 } });
  const [first, second] = batch!.request.objects;
  expect(batch!.request.objects).toHaveLength(2);
  expect(first).toMatchObject({
    ...{ collection: "Quarry_docs", uuid: uuidOf("a"), tenant: "" },
    properties: {
      nonRefProperties: { key: '"a"', body: '[{},""]' },
      textArrayProperties: [{ propName: "facts", values: words("") }],
    },
  });
  expect(first.vectors).toMatchObject([{ name: "default", type: 1 }]);
  expect(Buffer.from(first.vectors[0].vectorBytes)).toEqual(VECTOR_BYTES);
  expect(second.properties.nonRefProperties).toEqual({
    key: '"é\\ud800"',
    body: '[{"n":5,"tag":" x"},"Text"]',
  });
  const facts = second.properties.textArrayProperties[0].values as string[];
  expect(facts).toEqual(
    expect.arrayContaining(words("", "p1:n=", "v1:n=n5", "p3:tag=", "v3:tag=s x", "#n", "=c014:n")),
  );
  for (const fact of facts) expect(fact).toMatch(/^[\w-]{22}$/);

  server.grpcCalls.length = 0;
  await run(
    store.upsert(
      "docs",
      Array.from({ length: 2_500 }, (_, i) => record(`r${i}`)),
    ),
  );
  expect(server.grpcCalls.map(({ request }) => request.objects.length)).toEqual([1_000, 1_000, 500]);
});

test("ids become distinct UUIDs of version 5", () => {
  expect(uuidOf("a")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  // Expected value by RFC 9562, over the namespace and the bytes of the name.
  const hash = createHash("sha1")
    .update(Buffer.from("5d6f1f0c2a4b5e0c9a3f6b1de7c84a21", "hex"))
    .update("a\0")
    .digest("hex");
  expect(uuidOf("a").slice(0, 13)).toBe(`${hash.slice(0, 8)}-${hash.slice(8, 12)}`);
  expect(uuidOf("\ud800")).not.toBe(uuidOf("\ufffd"));
  expect(digestOf("a")).not.toBe(digestOf("a "));
});

test("rejected objects fail the batch, although the call succeeded", async ({ server, store }) => {
  server.onGrpc = () => ({ reply: { errors: [{ index: 1, error: "invalid text property" }] } });
  expect(await failure(store.upsert("docs", [record("a"), record("b")]))).toMatchObject({
    ...{ reason: "invalid", isRetryable: false },
    message: "the Weaviate server refuses 1 of 2 objects: invalid text property",
  });
  server.onGrpc = () => ({
    reply: { errors: [{ index: 0, error: "store is read-only due to: disk usage too high" }] },
  });
  expect(await failure(store.upsert("docs", [record("a")]))).toMatchObject({
    reason: "unavailable",
    isRetryable: true,
  });
});

test("a wrong vector length or an unknown class sends no objects, so the server creates no class", async ({
  server,
  store,
}) => {
  const wrong = { ...record("a"), vector: Float32Array.of(1, 0) };
  expect(await failure(store.upsert("docs", [record("b"), wrong]))).toMatchObject({ reason: "invalid" });
  await run(store.upsert("docs", []));
  server.onHttp = () => ({ status: 404 });
  expect(await failure(store.upsert("docs", [record("a")]))).toMatchObject({ reason: "not_found" });
  expect(server.grpcCalls).toEqual([]);
});

test("a search sends the vector, filter and needed properties; the cosine is the negated distance", async ({
  server,
  store,
}) => {
  const hits = [
    result("near", { distance: -1.000_000_1 }),
    result("b", { distance: 0.5 }),
    result("a", { distance: 0.5 }),
  ];
  server.onGrpc = () => ({ reply: { results: hits } });
  const filter = parseFilter({ lang: { $in: ["de", "en"] }, page: { $gte: 5 }, draft: { $ne: true } })!;
  const vector = Float32Array.of(0.5, -0.25, 1);
  const found = await run(store.search("docs", { vector, topK: 10, filter }));
  expect(found).toEqual({
    hits: [
      { id: "near", cosine: 1 },
      { id: "a", cosine: -0.5 },
      { id: "b", cosine: -0.5 },
    ],
  });

  const [{ method, request }] = server.grpcCalls as [(typeof server.grpcCalls)[number]];
  expect(method).toBe("Search");
  expect(request).toMatchObject({
    ...{ collection: "Quarry_docs", consistencyLevel: 2, limit: 14, uses127Api: true },
    nearVector: { targets: { targetVectors: ["default"] }, vectors: [{ type: 1 }] },
    metadata: { uuid: true, distance: true, vector: false, certainty: false },
    properties: { nonRefProperties: ["key"], returnAllNonrefProperties: false },
  });
  expect(Buffer.from(request.nearVector.vectors[0].vectorBytes)).toEqual(VECTOR_BYTES);
  const facts = { property: "facts" };
  const { filters } = request;
  expect(filters).toMatchObject({ operator: 7, filters: [{ operator: 12 }, { operator: 12 }, { operator: 14 }] });
  const values = (index: number) => filters.filters[index].valueTextArray.values as string[];
  expect(filters.filters.map(({ target }: { target: object }) => target)).toMatchObject([facts, facts, facts]);
  expect(values(0)).toEqual(words("v4:lang=sde", "v4:lang=sen"));
  // 5 itself, and prefixes that no smaller number has.
  expect(values(1)).toEqual(expect.arrayContaining(words("=c014:page", ">c015:page", ">d:page")));
  expect(values(1)).not.toEqual(expect.arrayContaining(words(">c013:page")));
  expect(values(2)).toEqual(words("v5:draft=b1"));
});

test("a condition that the server can't check is returned as residual, with metadata", async ({ server, store }) => {
  server.onGrpc = () => ({ reply: { results: [result("a", { distance: -0.5, metadata: { title: "pumps" } })] } });
  const filter = parseFilter({ title: { $contains: "pump" }, lang: "de" })!;
  const vector = Float32Array.of(1, 0, 0);
  const { hits, residual } = await run(store.search("docs", { vector, topK: 1, filter }));
  expect(hits).toEqual([{ id: "a", cosine: 0.5, metadata: { title: "pumps" } }]);
  expect(residual).toMatchObject({ op: "contains", path: "title" });
  expect(server.grpcCalls[0]!.request.properties.nonRefProperties).toEqual(["key", "body"]);
  const nothing = parseFilter({ $and: [{ lang: { $in: [] } }, { page: { $gt: 1 } }] })!;
  server.grpcCalls.length = 0;
  expect(await run(store.search("docs", { vector, topK: 1, filter: nothing }))).toEqual({ hits: [] });
  expect(server.grpcCalls).toEqual([]);
});

test("records are read by their UUIDs, complete", async ({ server, store }) => {
  server.onGrpc = () => ({ reply: { results: [result("a", { vector: true, metadata: { n: [null] } })] } });
  const found = await run(store.get("docs", ["a", "unknown", "a"]));
  expect(found).toEqual([{ ...record("a", { n: [null] }), text: "text of a" }]);
  const { request } = server.grpcCalls[0]!;
  expect(request).toMatchObject({
    limit: 2,
    metadata: { vectors: ["default"] },
    filters: {
      operator: 12,
      target: { property: "_id" },
      valueTextArray: { values: [uuidOf("a"), uuidOf("unknown")] },
    },
  });
});

test("pages without a filter continue after the last UUID", async ({ server, store }) => {
  const ids = ["a", "b", "c"].toSorted((x, y) => (uuidOf(x) < uuidOf(y) ? -1 : 1));
  const results = ids.map((id) => result(id, { vector: true }));
  server.onGrpc = (_, { after, limit }: { after: string; limit: number }) => ({
    reply: { results: results.filter(({ metadata }) => metadata.id > after).slice(0, limit) },
  });
  const first = await run(store.list("docs", { limit: 2 }));
  expect(first).toMatchObject({ records: [{ id: ids[0] }, { id: ids[1] }], nextCursor: uuidOf(ids[1]!) });
  const last = await run(store.list("docs", { limit: 2, cursor: first.nextCursor! }));
  expect(last.records.map(({ id }) => id)).toEqual([ids[2]]);
  expect(last).not.toHaveProperty("nextCursor");
  expect(server.grpcCalls.map(({ request }) => request.filters)).toEqual([undefined, undefined]);
  expect(server.grpcCalls[1]!.request.after).toBe(first.nextCursor);
});

test("pages with a filter are found by count and UUIDs; a great many matches by a full scan", async ({
  server,
  store,
}) => {
  const all = ["a", "b", "c"].map((id) => result(id, { vector: true, metadata: { keep: id !== "b" } }));
  const filter = parseFilter({ keep: true })!;
  let matches = 2;
  server.onGrpc = (method, request) => {
    if (method === "Aggregate") return { reply: { singleResult: { objectsCount: matches } } };
    const isKept = request.filters?.target.property === "facts";
    return { reply: { results: isKept ? [all[0], all[2]] : request.after === "" ? all : [] } };
  };
  const expected = ["a", "c"];
  const few = await run(store.list("docs", { filter, limit: 10 }));
  expect(few.records.map(({ id }) => id).toSorted()).toEqual(expected);
  expect(server.grpcCalls.map(({ method }) => method)).toEqual(["Aggregate", "Search", "Search"]);
  expect(server.grpcCalls[1]!.request).toMatchObject({ limit: 10_000, properties: { nonRefProperties: [] } });
  matches = 10_000;
  server.grpcCalls.length = 0;
  const many = await run(store.list("docs", { filter, limit: 10 }));
  expect(many.records.map(({ id }) => id).toSorted()).toEqual(expected);
  expect(server.grpcCalls.map(({ request }) => request.filters === undefined)).toEqual([false, true]);
});

test("counts are aggregates", async ({ server, store }) => {
  server.onGrpc = () => ({ reply: { singleResult: { objectsCount: 7 } } });
  expect(await run(store.count("docs"))).toBe(7);
  expect(await run(store.count("docs", parseFilter({ a: 1 })!))).toBe(7);
  expect(server.grpcCalls.map(({ request }) => request)).toMatchObject([
    { collection: "Quarry_docs", objectsCount: true, filters: undefined },
    { objectsCount: true, filters: { operator: 12, valueTextArray: { values: words("v1:a=n1") } } },
  ]);
});

test("deletes continue until no match is left, and failed ones are reported", async ({ server, store }) => {
  const answers = [10_000, 10_000, 300, 0];
  server.onGrpc = () => {
    const successful = answers.shift()!;
    return { reply: { matches: successful, successful, failed: 0 } };
  };
  expect(await run(store.deleteByFilter("docs", parseFilter({ document_id: "d" })!))).toBe(20_300);
  expect(server.grpcCalls).toHaveLength(4);
  expect(server.grpcCalls[0]).toMatchObject({
    method: "BatchDelete",
    request: { collection: "Quarry_docs", consistencyLevel: 2, dryRun: false, filters: { operator: 12 } },
  });
  server.onGrpc = () => ({ reply: { matches: 2, successful: 1, failed: 1 } });
  expect(await failure(store.deleteByIds("docs", ["a", "b"]))).toMatchObject({
    ...{ reason: "unavailable", isRetryable: true },
    message: "the Weaviate server deleted 1 of 2 objects",
  });
  server.onGrpc = () => ({ reply: { matches: 1, successful: 1 } });
  expect(await run(store.deleteByIds("docs", ["a", "a", "b"]))).toBe(1);
  expect(server.grpcCalls.at(-1)!.request.filters.valueTextArray.values).toEqual([uuidOf("a"), uuidOf("b")]);
});

test("each gRPC status maps to a reason; only invalid input is retried, once", async ({ server, store }) => {
  const search = store.search("docs", { vector: Float32Array.of(1, 0, 0), topK: 1 });
  server.onGrpc = () => ({ reply: {} });
  await run(search);
  for (const [status, reason] of [
    [4, "unavailable"],
    [7, "unauthorized"],
    [8, "rate_limited"],
    [14, "unavailable"],
    [16, "unauthorized"],
    [3, "invalid"],
  ] as const) {
    server.grpcCalls.length = 0;
    server.onGrpc = () => ({ status, text: "told by the server" });
    const error = await failure(search);
    expect(error).toMatchObject({ reason });
    expect(error.message).toContain("told by the server");
    // A refusal of the input is retried once, after a check of the class.
    expect(server.grpcCalls).toHaveLength(status === 3 ? 2 : 1);
  }
});

test("a class dropped by another client fails with not_found; a new one is used", async ({ server, store }) => {
  const vector = Float32Array.of(1, 0, 0);
  const search = store.search("docs", { vector, topK: 1 });
  server.onGrpc = () => ({ reply: {} });
  await run(search);
  server.onGrpc = () => ({ status: 2, text: "could not find class Quarry_docs in schema" });
  server.onHttp = () => ({ status: 404 });
  expect(await failure(search)).toMatchObject({ reason: "not_found", isRetryable: false });
  server.onHttp = () => classOf(2);
  server.onGrpc = () => ({ reply: {} });
  const shorter = { vector: Float32Array.of(1, 0), topK: 1 };
  expect(await run(store.search("docs", shorter))).toEqual({ hits: [] });
});

test("a server that never responds fails the call at the time limit, and the call is cancelled", async ({ server }) => {
  // Long enough that the call arrives at the server before the timeout, even on a busy machine.
  await using opened = await openStore({ port: server.port, grpcPort: server.grpcPort, timeoutSeconds: 4 });
  server.onGrpc = () => "nothing";
  const late = await failure(opened.store.upsert("docs", [record("a")]));
  expect(late).toMatchObject({ reason: "unavailable", isRetryable: true });
  expect(late.message).toContain("timeoutSeconds");
  await server.grpcCalls[0]!.givenUp;
  // The lock of the collection has been released.
  server.onGrpc = () => ({ reply: {} });
  await run(opened.store.upsert("docs", [record("a")]));
});

test("after UNAVAILABLE, the next call checks the server again", async ({ server, store }) => {
  const search = store.search("docs", { vector: Float32Array.of(1, 0, 0), topK: 1 });
  server.onGrpc = () => ({ reply: {} });
  await run(search);
  expect(lines(server)).toEqual(["GET /v1/meta", "GET /v1/schema/Quarry_docs"]);
  server.onGrpc = () => ({ status: 14, text: "shutting down" });
  expect(await failure(search)).toMatchObject({ reason: "unavailable" });
  server.onGrpc = () => ({ reply: {} });
  await run(search);
  await run(search);
  expect(lines(server)).toEqual(["GET /v1/meta", "GET /v1/schema/Quarry_docs", "GET /v1/meta"]);
});

test("an interrupted call is cancelled", async ({ server, store }) => {
  let reached: (value: unknown) => void;
  const isReached = new Promise((resolve) => (reached = resolve));
  server.onGrpc = () => {
    reached(undefined);
    return "nothing";
  };
  const fiber = Effect.runFork(store.search("docs", { vector: Float32Array.of(1, 0, 0), topK: 1 }));
  await isReached;
  await run(Fiber.interrupt(fiber));
  await server.grpcCalls[0]!.givenUp;
});

test("unreachable, wrong or outdated servers are reported, and the store works once they are right", async ({
  server,
  store,
}) => {
  server.onHttp = () => ({ status: 200, body: { version: "1.32.5" } });
  expect(await failure(store.health)).toMatchObject({
    ...{ reason: "incompatible", isRetryable: false },
    message: "the Weaviate server is version 1.32.5; 1.33 or newer is needed",
  });
  server.onHttp = () => ({ status: 200, body: { name: "something else" } });
  expect(await failure(store.health)).toMatchObject({ reason: "incompatible" });
  server.onHttp = () => ({ status: 404 });
  expect(await failure(store.count("docs"))).toMatchObject({ reason: "incompatible" });
  server.onHttp = () => META;
  server.onGrpc = () => NO_CLASS;
  await run(store.health);

  await using away = await openStore({ port: 1, grpcPort: 1 });
  const refused = await failure(away.store.count("docs"));
  expect(refused).toMatchObject({ reason: "unavailable", isRetryable: true });
  expect(refused.message).toContain("127.0.0.1:1");
  // HTTP port where the gRPC port should be.
  await using crossed = await openStore({ port: server.port, grpcPort: server.port });
  const wrong = await failure(crossed.store.health);
  expect(["incompatible", "unavailable"]).toContain(wrong.reason);
  expect(wrong.message).toContain("grpcPort");
});
