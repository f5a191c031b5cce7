import { expect, test } from "vitest";
import type { QueryAnswer } from "../harness/resources.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { ended, type Operation } from "../lists/lists-api.ts";

const server = useSharedServer();

const DIMENSION = 4;

interface Stored {
  readonly id: string;
  readonly text?: string;
  readonly metadata: Record<string, unknown>;
  readonly has_embedding: boolean;
  readonly embedding?: readonly number[];
}

interface Deletion {
  readonly matched: number;
  readonly operation: Operation;
}

type Verb = "upsert" | "delete" | "get" | "list" | "count" | "update";

const pathOf = (collection: string, verb: Verb) => `/v1/collections/${collection}/vectors/${verb}`;
const call = <Answer>(collection: string, verb: Verb, json: object) =>
  server.api.expect<Answer>(200, "POST", pathOf(collection, verb), { json });
const refusal = async (status: number, path: string, json: object): Promise<string> =>
  (await server.api.expect<{ detail: string }>(status, "POST", path, { json })).detail;
const query = (collection: string, json: object) =>
  server.api.expect<QueryAnswer>(200, "POST", `/v1/collections/${collection}/query`, { json });

const axis = (index: number, length = 1): number[] =>
  Array.from({ length: DIMENSION }, (_, at) => (at === index ? length : 0));

const newCollection = async (fields: Record<string, unknown> = {}): Promise<string> => {
  const name = `direct_${crypto.randomUUID().slice(0, 8)}`;
  await server.api.createCollection(name, { embedding_provider: "none", dimension: DIMENSION, ...fields });
  return name;
};

const idsOf = ({ results }: QueryAnswer): readonly string[] => results.map(({ id }) => id);

/** Returns the entries of all pages. */
const listed = async (collection: string, json: object) => {
  const all: Stored[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: { vectors: Stored[]; next_cursor: string | null } = await call(collection, "list", { ...json, cursor });
    all.push(...page.vectors);
    cursor = page.next_cursor;
  }
  return all;
};

test("entries are read by ids, page by page and as a count, with the requested fields", async () => {
  const name = await newCollection();
  const entries = Array.from({ length: 25 }, (_, at) => ({
    id: `e${(at * 7) % 25}`,
    embedding: [3, 4, at / 10, 0],
    text: `text ${at}`,
    metadata: { n: at, even: at % 2 === 0 },
  }));
  await call(name, "upsert", { vectors: entries });
  const got = await call<{ vectors: Stored[]; total: number }>(name, "get", { ids: ["e7", "nobody", "e0", "e7"] });
  expect(got).toEqual({
    vectors: [
      { id: "e7", text: "text 1", metadata: { n: 1, even: false }, has_embedding: true },
      { id: "e0", text: "text 0", metadata: { n: 0, even: true }, has_embedding: true },
    ],
    total: 2,
  });
  const bare = await call<{ vectors: Stored[] }>(name, "get", { ids: ["e0"], include: ["embedding"] });
  expect(bare.vectors).toEqual([{ id: "e0", metadata: {}, has_embedding: true, embedding: [0.6, 0.8, 0, 0] }]);
  const all = await listed(name, { limit: 4 });
  expect(all.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
  const filters = { n: { $gte: 5 }, even: true };
  const matching = await listed(name, { limit: 3, filters, include: ["metadata", "embedding"] });
  expect(matching.map(({ metadata }) => metadata["n"])).toEqual([6, 8, 10, 12, 14, 16, 18, 20, 22, 24]);
  expect(matching.every(({ text, embedding }) => text === undefined && embedding?.length === DIMENSION)).toBe(true);
  expect(await call(name, "count", { filters })).toEqual({ count: 10 });
  expect(await call(name, "count", {})).toEqual({ count: 25 });
  expect(await call(name, "list", { filters: { n: 99 } })).toEqual({ vectors: [], next_cursor: null });
});

test("metadata is updated by ids and by filter, and filterable at once; vectors and texts are unchanged", async () => {
  const name = await newCollection();
  await call(name, "upsert", {
    vectors: [
      { id: "a", embedding: axis(0), text: "heron", metadata: { state: "draft", deep: { x: 1, y: 2 } } },
      { id: "b", embedding: axis(1), text: "stork", metadata: { state: "draft" } },
      { id: "c", embed: false, text: "crane", metadata: { state: "final" } },
    ],
  });
  expect(await call(name, "update", { ids: ["a", "c", "nobody"], metadata: { deep: { x: null, z: 3 } } })).toEqual({
    status: "ok",
    updated: 2,
  });
  expect(await call(name, "update", { filters: { state: "draft" }, metadata: { state: "final", by: "me" } })).toEqual({
    status: "ok",
    updated: 2,
  });
  expect(await call(name, "count", { filters: { state: "final" } })).toEqual({ count: 3 });
  // Repeating the call changes nothing and returns the same count.
  const before = await call(name, "list", {});
  expect(await call(name, "update", { filters: { by: "me" }, metadata: { by: "me" } })).toMatchObject({ updated: 2 });
  expect(await call(name, "list", {})).toEqual(before);
  const found = await query(name, { vector: axis(0), top_k: 1, filters: { by: "me" } });
  expect(found.results).toMatchObject([{ id: "a", text: "heron", score: 1, metadata: { deep: { y: 2, z: 3 } } }]);
  expect(idsOf(await query(name, { query: "crane", search_mode: "keyword", filters: { "deep.z": 3 } }))).toEqual(["c"]);
  const path = pathOf(name, "update");
  expect(await refusal(400, path, { metadata: {} })).toBe("ids: must have at least 1 item, got 0");
  expect(await refusal(400, path, { ids: ["a"] })).toBe("metadata: is required");
  expect(await refusal(400, path, { filters: {}, metadata: { a: 1 } })).toBe("filters: must not be empty here, got {}");
  expect(await refusal(400, path, { ids: ["a"], filters: { a: 1 }, metadata: {} })).toMatch(
    /^filters: must not be given/,
  );
  expect(await refusal(400, path, { ids: ["a"], metadata: { big: "x".repeat(65_536) } })).toMatch(
    /^metadata: after the change, the metadata of the entry "a": must be at most 65536 bytes of JSON, got/,
  );
});

test("concurrent updates of one entry lose no change", async () => {
  const name = await newCollection();
  await call(name, "upsert", { vectors: [{ id: "a", embedding: axis(0), text: "one", metadata: {} }] });
  const changes = Array.from({ length: 12 }, (_, at) =>
    call(name, "update", { ids: ["a"], metadata: { [`k${at}`]: at } }),
  );
  await Promise.all(changes);
  const { vectors } = await call<{ vectors: Stored[] }>(name, "get", { ids: ["a"] });
  expect(Object.keys(vectors[0]!.metadata)).toHaveLength(12);
});

test("entries are deleted by ids, by filter, up to a limit, or all; chunks of documents remain", async () => {
  const name = await newCollection();
  await server.api.ingest({ collection: name, filename: "birds.txt", bytes: "The bittern booms in the reeds." });
  const entries = Array.from({ length: 30 }, (_, at) => ({
    id: `e${at}`,
    embedding: axis(at % 4),
    metadata: { n: at },
  }));
  await call(name, "upsert", { vectors: entries });
  expect(await call(name, "delete", { ids: ["e0", "nobody"] })).toEqual({ status: "ok", deleted: 1 });
  const filters = { n: { $lt: 10 } };
  expect(await call(name, "delete", { filters, limit: 4 })).toEqual({ status: "ok", matched: 9, deleted: 4 });
  expect((await listed(name, { filters })).map(({ id }) => id)).toEqual(["e5", "e6", "e7", "e8", "e9"]);
  const all = { all: true };
  expect(await call(name, "delete", { filters, dry_run: true })).toEqual({ status: "ok", matched: 5, deleted: 0 });
  expect(await call(name, "delete", { filters })).toEqual({ status: "ok", matched: 5, deleted: 5 });
  expect(await call(name, "delete", { ...all, dry_run: true })).toEqual({ status: "ok", matched: 20, deleted: 0 });
  expect(await call(name, "delete", all)).toEqual({ status: "ok", matched: 20, deleted: 20 });
  expect(await call(name, "delete", all)).toEqual({ status: "ok", matched: 0, deleted: 0 });
  expect(await call(name, "count", {})).toEqual({ count: 0 });
  expect((await query(name, { query: "bittern", search_mode: "keyword" })).total).toBe(1);
  const path = pathOf(name, "delete");
  expect(await refusal(400, path, { filters: {} })).toBe(
    "filters: must not be empty here, got {}; all: true means every entry",
  );
  for (const json of [{}, { ids: [] }, { all: false }]) {
    expect(await refusal(400, path, json)).toBe("ids: must have at least 1 item, got 0");
  }
  expect(await refusal(400, path, { ids: ["a"], limit: 3 })).toMatch(/^limit: applies to filters and all only/);
  expect(await refusal(400, path, { ids: ["a"], dry_run: true })).toMatch(/^dry_run: applies to filters/);
  expect(await refusal(400, path, { all: true, limit: 0 })).toBe("limit: must be an integer of at least 1, got 0");
  expect(await refusal(400, path, { all: true, filters: { n: 1 } })).toMatch(
    /^all: must not be given together with filters/,
  );
});

test("over 1,000 entries are deleted by an operation: those that matched at its start, up to a limit", async () => {
  const name = await newCollection();
  const entryOf = (id: string, kind: string) => ({ id, embedding: axis(0), metadata: { kind } });
  const vectors = Array.from({ length: 2_600 }, (_, at) => entryOf(`e${at}`, at % 13 === 0 ? "other" : "gone"));
  await call(name, "upsert", { vectors });
  const filters = { kind: "gone" };
  const json = { filters, limit: 2_300 };
  const answer = await server.api.expect<Deletion>(202, "POST", pathOf(name, "delete"), { json });
  expect(answer).toMatchObject({ status: "ok", matched: 2_400, deleted: 0 });
  expect(answer.operation).toMatchObject({ collection: name, kind: "delete_vectors", total: 2_300 });
  // Written afterwards: it is not deleted, although it matches.
  await call(name, "upsert", { vectors: [entryOf("late", "gone")] });
  expect(await ended(server.api, answer.operation.id)).toMatchObject({ state: "completed", done: 2_300, failed: 0 });
  const left = (await listed(name, { filters })).map(({ id }) => id);
  expect(left).toHaveLength(101);
  expect(left).toContain("late");
  expect(await call(name, "count", {})).toEqual({ count: 301 });
  expect((await query(name, { vector: axis(0), filters, top_k: 100 })).results).toHaveLength(100);
});

test("on_conflict skips existing entries or rejects the whole upsert, even with concurrent writers", async () => {
  const name = await newCollection();
  const entry = (id: string, text: string) => ({ id, embedding: axis(0), text });
  await call(name, "upsert", { vectors: [entry("a", "old")] });
  expect(
    await call(name, "upsert", { vectors: [entry("b", "1"), entry("a", "2"), entry("b", "3")], on_conflict: "skip" }),
  ).toEqual({ status: "ok", upserted: 1, skipped: 1 });
  expect((await listed(name, {})).map(({ id, text }) => [id, text])).toEqual([
    ["a", "old"],
    ["b", "1"],
  ]);
  const path = pathOf(name, "upsert");
  expect(await refusal(409, path, { vectors: [entry("c", "x"), entry("b", "y")], on_conflict: "error" })).toBe(
    'vectors[1].id: "b" exists already; on_conflict skip leaves it, replace replaces it',
  );
  expect(await refusal(409, path, { vectors: [entry("c", "x"), entry("c", "y")], on_conflict: "error" })).toBe(
    'vectors[1].id: "c" occurs twice in the request, with on_conflict error',
  );
  expect(await refusal(400, path, { vectors: [entry("c", "x")], on_conflict: "maybe" })).toMatch(
    /^on_conflict: must be/,
  );
  expect(await call(name, "count", {})).toEqual({ count: 2 });
  const writers = Array.from({ length: 8 }, (_, at) =>
    server.api.call("POST", path, {
      json: { vectors: [entry("x", `by ${at}`), entry("y", `by ${at}`)], on_conflict: "error" },
    }),
  );
  const statuses = (await Promise.all(writers)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  const [x, y] = (await call<{ vectors: Stored[] }>(name, "get", { ids: ["x", "y"] })).vectors;
  expect(x!.text).toBe(y!.text);
});

test("an entry without a vector is found by its terms alone; with embed the service embeds its text", async () => {
  const name = await newCollection({ embedding_provider: undefined, dimension: undefined });
  await call(name, "upsert", {
    vectors: [
      { id: "words", embed: false, text: "the kingfisher waits", metadata: { kind: 1 } },
      { id: "both", embed: true, text: "the kingfisher dives", metadata: { kind: 1 } },
    ],
  });
  expect(
    (await listed(name, { include: ["embedding"] })).map((entry) => [entry.id, entry.embedding?.length ?? 0]),
  ).toEqual([
    ["words", 0],
    ["both", expect.any(Number)],
  ]);
  for (const [search_mode, ids] of [
    ["semantic", ["both"]],
    ["keyword", ["both", "words"]],
    ["hybrid", ["both", "words"]],
  ] as const) {
    expect(idsOf(await query(name, { query: "kingfisher", search_mode })).toSorted(), search_mode).toEqual(ids);
  }
  // Written again in the reverse order.
  const { vectors } = await call<{ vectors: Stored[] }>(name, "get", { ids: ["both"], include: ["embedding"] });
  const { embedding } = vectors[0]!;
  await call(name, "upsert", {
    vectors: [
      { id: "both", embed: false, text: "gone" },
      { id: "words", embedding, text: "here" },
    ],
  });
  expect(idsOf(await query(name, { vector: embedding }))).toEqual(["words"]);
  const path = pathOf(name, "upsert");
  const refused = (entry: object) => refusal(400, path, { vectors: [{ id: "z", ...entry }] });
  expect(await refused({ text: "x" })).toBe("vectors[0].embedding: is required");
  expect(await refused({ embedding: [] })).toBe("vectors[0].embedding: is required");
  expect(await refused({ embed: true, text: " " })).toMatch(/^vectors\[0\].text: is required with embed: true/);
  expect(await refused({ embed: true, text: "x", embedding })).toMatch(
    /^vectors\[0\].embed: must not be true together/,
  );
});

test("a query vector replaces the query text, or only its embedding in a hybrid search", async () => {
  const name = await newCollection();
  await call(name, "upsert", {
    vectors: [
      { id: "near", embedding: [1, 1, 0, 0], text: "a heron", metadata: { n: 1 } },
      { id: "far", embedding: [0, 0, 0, 1], text: "a stork", metadata: { n: 2 } },
    ],
  });
  const near = await query(name, { vector: axis(0, 9), include: ["embedding", "text"] });
  expect(near).toMatchObject({ query: "", total: 2 });
  const half = [0.70710677, 0.70710677, 0, 0];
  expect(near.results[0]).toEqual({
    id: "near",
    text: "a heron",
    score: expect.closeTo(Math.SQRT1_2, 5),
    document_id: "",
    chunk_index: 0,
    metadata: {},
    embedding: half,
  });
  const hybrid = await query(name, {
    query: "stork",
    vector: axis(0),
    search_mode: "hybrid",
    alpha: 0.5,
    explain: true,
  });
  expect(hybrid.results).toMatchObject([
    { id: "near", explanation: { semantic_score: expect.closeTo(Math.SQRT1_2, 5), keyword_score: 0 } },
    { id: "far", explanation: { semantic_score: 0, keyword_score: expect.any(Number) } },
  ]);
  expect((await query(name, { query: "what it means", vector: axis(3) })).results[0]!.id).toBe("far");
  const multi = await server.api.expect<QueryAnswer>(200, "POST", "/v1/query", {
    json: { collections: [name], vector: axis(3), top_k: 1 },
  });
  expect(multi.results).toMatchObject([{ id: "far", collection: name }]);
  const batch = await server.api.expect<{ results: QueryAnswer[] }>(200, "POST", "/v1/batch/query", {
    json: {
      queries: [
        { collection: name, vector: axis(3), include: ["metadata"] },
        { collection: name, query: "heron", search_mode: "keyword", include: ["embedding"] },
      ],
    },
  });
  expect(batch.results[0]!.results[0]).toMatchObject({ id: "far", metadata: { n: 2 } });
  expect(batch.results[1]!.results).toMatchObject([{ id: "near", metadata: {}, embedding: half }]);
  for (const { results } of batch.results) expect(results[0]).not.toHaveProperty("text");
  const path = `/v1/collections/${name}/query`;
  const refused = (json: object) => refusal(400, path, json);
  expect(await refused({})).toBe("query: is required and must not be empty");
  expect(await refused({ vector: [1, 2] })).toBe("vector: must have 4 numbers, the collection's dimension, got 2");
  expect(await refused({ vector: [] })).toBe("vector: must have 4 numbers, the collection's dimension, got 0");
  expect(await refused({ vector: axis(0, 0) })).toBe("vector: must not be all zero");
  expect(await refused({ vector: axis(0), search_mode: "hybrid" })).toMatch(
    /^query: is required for search_mode hybrid/,
  );
  expect(await refused({ vector: axis(0), query: "x", search_mode: "keyword" })).toMatch(/^vector: must not be given/);
  expect(await refused({ vector: axis(0), rerank: true })).toMatch(/^rerank: must not be true without a query/);
  expect(await refused({ vector: axis(0), include: ["vectors"] })).toMatch(/^include\[0\]: must be one of/);
  expect(await refusal(400, "/v1/query", { collections: [name], vector: [1] })).toMatch(
    /^collections\[0\]: vector: must have 4 numbers/,
  );
  expect(await refusal(400, "/v1/batch/query", { queries: [{ collection: name, vector: [1] }] })).toMatch(
    /^queries\[0\].vector: must have 4 numbers/,
  );
});

test("a collection without a model accepts documents for keyword search, and rejects what needs a model", async () => {
  const name = await newCollection();
  expect(await server.api.expect(200, "GET", `/v1/collections/${name}`)).toMatchObject({
    embedding_provider: "none",
    embedding_model: "none",
    dimension: DIMENSION,
  });
  const birds = { collection: name, filename: "birds.txt", bytes: "The bittern booms in the reeds." };
  expect((await server.api.ingest(birds)).status).toBe("ready");
  expect(idsOf(await query(name, { query: "bittern", search_mode: "keyword" }))).toHaveLength(1);
  expect(idsOf(await query(name, { query: "bittern", search_mode: "hybrid", vector: axis(0) }))).toHaveLength(1);
  expect(await refusal(400, `/v1/collections/${name}/query`, { query: "bittern" })).toBe(
    `vector: the collection "${name}" has no embedding model (embedding_provider is "none"): a semantic search needs a vector; search_mode keyword needs none`,
  );
  expect(await refusal(400, pathOf(name, "upsert"), { vectors: [{ id: "a", embed: true, text: "x" }] })).toMatch(
    /^vectors\[0\].embed: the collection .* has no embedding model/,
  );
  const create = (json: object) => refusal(400, "/v1/collections", { name: "n", embedding_provider: "none", ...json });
  expect(await create({})).toMatch(/^dimension: is required for embedding_provider "none"/);
  expect(await create({ dimension: 3, embedding_model: "m" })).toMatch(/^embedding_model: must be left out/);
  expect(await create({ dimension: 3, embedding_api_key: "k" })).toMatch(/^embedding_api_key: must be left out/);
});

test("reads of entries are limited, and errors name the field", async () => {
  const name = await newCollection({ dimension: 4_096 });
  const ids = Array.from({ length: 257 }, (_, at) => `e${at}`);
  expect(await refusal(400, pathOf(name, "get"), { ids, include: ["embedding"] })).toBe(
    "ids: must be at most 256 where embeddings of 4096 dimensions are included, got 257",
  );
  expect(await refusal(400, pathOf(name, "get"), { ids: [] })).toMatch(/^ids: must have 1 to 1000 items, got 0/);
  expect(await refusal(400, pathOf(name, "list"), { cursor: "x" })).toBe(
    'cursor: must be the next_cursor of a page, got "x"',
  );
  expect(await refusal(400, pathOf(name, "list"), { limit: 1_001 })).toMatch(
    /^limit: must be an integer from 1 to 1000/,
  );
  expect(await refusal(400, pathOf(name, "count"), { filters: { a: { $near: 1 } } })).toMatch(/^filters\.a/);
  const vector = Array.from({ length: 4_096 }, () => 1);
  expect(await refusal(400, `/v1/collections/${name}/query`, { vector, top_k: 1_000, include: ["embedding"] })).toMatch(
    /^include: embeddings must be at most 1048576 numbers/,
  );
  for (const verb of ["get", "list", "count", "update"] as const) {
    const json = verb === "get" ? { ids: ["a"] } : verb === "update" ? { ids: ["a"], metadata: {} } : {};
    expect(await refusal(404, pathOf("nothing", verb), json)).toMatch(/nothing/);
  }
});
