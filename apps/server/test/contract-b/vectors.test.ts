import { expect, test } from "vitest";
import type { QueryAnswer } from "../harness/resources.ts";
import { useServer } from "../harness/test-server.ts";

const server = useServer();

interface Upserted {
  readonly status: string;
  readonly upserted: number;
}

const DIMENSION = 8;

const path = (collection: string, verb: "upsert" | "delete") => `/v1/collections/${collection}/vectors/${verb}`;
const tryUpsert = (collection: string, vectors: unknown) =>
  server.api.call("POST", path(collection, "upsert"), { json: { vectors } });
const upsert = (collection: string, vectors: unknown) =>
  server.api.expect<Upserted>(200, "POST", path(collection, "upsert"), { json: { vectors } });
const remove = (collection: string, ids: readonly string[]) =>
  server.api.expect<{ status: string; deleted: number }>(200, "POST", path(collection, "delete"), { json: { ids } });

/** Returns a vector along one axis, so that it is near no other vector. */
const axis = (index: number, length = 1): number[] =>
  Array.from({ length: DIMENSION }, (_, at) => (at === index ? length : 0));

let made = 0;
const newCollection = async (fields: Record<string, unknown> = {}): Promise<string> => {
  const name = `vectors_${(made += 1)}`;
  await server.api.createCollection(name, { dimension: DIMENSION, ...fields });
  return name;
};

/** Searches by keyword, which uses only texts: it shows the stored entries whatever the embedder does to the query. */
const found = async (collection: string, word: string): Promise<QueryAnswer["results"]> =>
  (await server.api.query(collection, { query: word, search_mode: "keyword", top_k: 100 })).results;

test("an entry is found by the next query in every mode, with its original metadata", async () => {
  const name = await newCollection();
  const metadata = { document_id: "mine", chunk_index: 7, nested: { deep: [1, null, "ä"] }, score: 0.1 };
  const entry = { id: "a/1 ⛴", embedding: axis(0, 42), text: "a ferry crosses the fjord", metadata };
  expect(await upsert(name, [entry])).toEqual({ status: "ok", upserted: 1 });
  for (const search_mode of ["keyword", "hybrid", "semantic"]) {
    const { results, total } = await server.api.query(name, { query: "ferry fjord", search_mode, min_score: 0 });
    expect(total).toBe(1);
    expect(results).toEqual([
      { id: entry.id, text: entry.text, score: expect.any(Number), document_id: "mine", chunk_index: 7, metadata },
    ]);
    expect(results[0]!.score).toBeGreaterThanOrEqual(0);
    expect(results[0]!.score).toBeLessThanOrEqual(1);
  }
});

test("text and metadata are optional; document_id is then empty and chunk_index 0", async () => {
  const name = await newCollection();
  // The offline embedder uses only words that the collection contains.
  await upsert(name, [
    { id: "bare", embedding: axis(1) },
    { id: "words", embedding: axis(2), text: "known words" },
  ]);
  const { results } = await server.api.query(name, { query: "known words", search_mode: "semantic" });
  expect(results).toContainEqual({
    id: "bare",
    text: "",
    score: expect.any(Number),
    document_id: "",
    chunk_index: 0,
    metadata: {},
  });
});

test("metadata values of another type are not used as document_id and chunk_index", async () => {
  const name = await newCollection();
  const metadata = { document_id: 5, chunk_index: "3" };
  await upsert(name, [{ id: "claims", embedding: axis(1), text: "claims", metadata }]);
  expect(await found(name, "claims")).toMatchObject([{ document_id: "", chunk_index: 0, metadata }]);
});

test("an upsert replaces the whole entry, and the last of two entries with one id wins", async () => {
  const name = await newCollection();
  await upsert(name, [{ id: "one", embedding: axis(0), text: "heron", metadata: { old: true } }]);
  const twice = [
    { id: "one", embedding: axis(1), text: "otter", metadata: { first: true } },
    { id: "one", embedding: axis(2), text: "badger" },
  ];
  expect(await upsert(name, twice)).toEqual({ status: "ok", upserted: 1 });
  expect(await found(name, "heron otter")).toEqual([]);
  expect(await found(name, "badger")).toMatchObject([{ id: "one", text: "badger", metadata: {} }]);
});

test("filters apply to the metadata of entries", async () => {
  const name = await newCollection();
  await upsert(name, [
    { id: "2019", embedding: axis(0), text: "report", metadata: { year: 2019 } },
    { id: "2021", embedding: axis(1), text: "report", metadata: { year: 2021 } },
  ]);
  for (const search_mode of ["keyword", "semantic", "hybrid"]) {
    const body = { query: "report", search_mode, filters: { year: { $gte: 2020 } } };
    expect((await server.api.query(name, body)).results.map(({ id }) => id)).toEqual(["2021"]);
  }
});

const good = { id: "good", embedding: axis(0), text: "good" };

const refused: readonly [string, unknown, RegExp][] = [
  ["no vectors", undefined, /^vectors: must have 1 to 10000 items, got 0/],
  ["an empty list", [], /^vectors: must have 1 to 10000 items, got 0/],
  ["an object instead of a list", {}, /^vectors: must be an array, got an object/],
  ["an entry that is not an object", [good, 5], /^vectors\[1\]: must be an object, got 5/],
  ["no id", [good, { embedding: axis(0) }], /^vectors\[1\]\.id: is required/],
  ["an empty id", [good, { id: "", embedding: axis(0) }], /^vectors\[1\]\.id: is required/],
  ["an id that is a number", [good, { id: 5, embedding: axis(0) }], /^vectors\[1\]\.id: must be a string, got 5/],
  [
    "an id of 513 characters",
    [good, { id: "x".repeat(513), embedding: axis(0) }],
    /^vectors\[1\]\.id: must be at most 512 characters, got 513/,
  ],
  ["no embedding", [good, { id: "b" }], /^vectors\[1\]\.embedding: is required/],
  ["an empty embedding", [good, { id: "b", embedding: [] }], /^vectors\[1\]\.embedding: is required/],
  [
    "too few numbers",
    [good, { id: "b", embedding: [1, 2] }],
    /^vectors\[1\]\.embedding: must have 8 numbers, the collection's dimension, got 2/,
  ],
  [
    "too many numbers",
    [good, { id: "b", embedding: [...axis(0), 1] }],
    /^vectors\[1\]\.embedding: must have 8 numbers, the collection's dimension, got 9/,
  ],
  ["only zeros", [good, { id: "b", embedding: axis(0, 0) }], /^vectors\[1\]\.embedding: must not be all zero/],
  [
    "text instead of a number",
    [good, { id: "b", embedding: ["1"] }],
    /^vectors\[1\]\.embedding\[0\]: must be a number/,
  ],
  [
    "null instead of a number",
    [good, { id: "b", embedding: [null] }],
    /^vectors\[1\]\.embedding\[0\]: must be a number/,
  ],
  ["a number beyond float32", [good, { id: "b", embedding: axis(3, 1e39) }], /^vectors\[1\]\.embedding\[3\]: must be/],
  ["metadata that is a list", [good, { ...good, metadata: [] }], /^vectors\[1\]\.metadata: must be an object/],
  [
    "metadata above 64 KB",
    [good, { ...good, metadata: { text: "m".repeat(65_536) } }],
    /^vectors\[1\]\.metadata: must be at most 65536 bytes/,
  ],
  ["text that is a number", [good, { ...good, text: 5 }], /^vectors\[1\]\.text: must be a string/],
];

test.each(refused)("%s: returns 400 with the position, and nothing is stored", async (_what, vectors, detail) => {
  const name = await newCollection();
  const answer = await tryUpsert(name, vectors);
  expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } });
  expect(Object.keys(answer.body)).toEqual(["detail", "code"]);
  expect(await found(name, "good")).toEqual([]);
});

test.each(["NaN", "Infinity", "-Infinity", "1e999"])("%s in an embedding returns 400", async (number) => {
  const name = await newCollection();
  const body = `{"vectors":[{"id":"a","embedding":[${number},0,0,0,0,0,0,0]}]}`;
  const headers = { "content-type": "application/json" };
  expect((await server.api.call("POST", path(name, "upsert"), { body, headers })).status).toBe(400);
});

test("10,000 entries are accepted, and 10,001 return 400", async () => {
  const name = await newCollection();
  const entries = Array.from({ length: 10_001 }, (_, index) => ({
    id: `e${index}`,
    embedding: axis(index % DIMENSION),
  }));
  const tooMany = await tryUpsert(name, entries);
  expect(tooMany).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/^vectors: must have 1 to 10000 items, got 10001/) },
  });
  expect(await upsert(name, entries.slice(1))).toEqual({ status: "ok", upserted: 10_000 });
  expect(
    await remove(
      name,
      entries.map(({ id }) => id),
    ),
  ).toEqual({ status: "ok", deleted: 10_000 });
});

test("an id may have 512 characters", async () => {
  const name = await newCollection();
  const id = "ü".repeat(512);
  await upsert(name, [{ id, embedding: axis(0), text: "long" }]);
  expect(await found(name, "long")).toMatchObject([{ id }]);
  expect(await remove(name, [id])).toEqual({ status: "ok", deleted: 1 });
});

test("deleted counts the existing ids, each once", async () => {
  const name = await newCollection();
  await upsert(name, [
    { id: "a", embedding: axis(0), text: "lark" },
    { id: "b", embedding: axis(1), text: "lark" },
  ]);
  expect(await remove(name, ["a", "a", "never", "x".repeat(2_000)])).toEqual({ status: "ok", deleted: 1 });
  expect((await found(name, "lark")).map(({ id }) => id)).toEqual(["b"]);
  expect(await remove(name, ["a"])).toEqual({ status: "ok", deleted: 0 });
  const semantic = await server.api.query(name, { query: "lark", search_mode: "semantic", top_k: 10 });
  expect(semantic.results.map(({ id }) => id)).toEqual(["b"]);
});

const refusedDeletes: readonly [unknown, RegExp][] = [
  [undefined, /^ids: must have at least 1 item, got 0/],
  [[], /^ids: must have at least 1 item, got 0/],
  ["a", /^ids: must be an array, got "a"/],
  [[1], /^ids\[0\]: must be a string, got 1/],
];
test.each(refusedDeletes)("a delete of %j returns 400", async (ids, detail) => {
  const name = await newCollection();
  const answer = await server.api.call("POST", path(name, "delete"), { json: { ids } });
  expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } });
});

test("an unknown collection returns 404 with its name", async () => {
  for (const [verb, json] of [
    ["upsert", { vectors: [good] }],
    ["delete", { ids: ["a"] }],
  ] as const) {
    expect(await server.api.call("POST", path("nowhere", verb), { json })).toMatchObject({
      status: 404,
      body: { detail: 'collection "nowhere" does not exist' },
    });
  }
});

test("chunks of documents can be neither overwritten nor deleted", async () => {
  const name = await newCollection();
  const document = await server.api.ingest({
    collection: name,
    filename: "a.txt",
    bytes: "The cormorant dries its wings.",
  });
  const [chunk] = await server.api.chunks(name, document.id);
  const answer = await tryUpsert(name, [good, { ...good, id: chunk!.id }]);
  expect(answer.status).toBe(400);
  expect(answer.body.detail).toContain(`vectors[1].id: "${chunk!.id}"`);
  expect(await found(name, "good")).toEqual([]);
  await upsert(name, [good]);
  expect(await remove(name, [chunk!.id, "good"])).toEqual({ status: "ok", deleted: 1 });
  expect(await server.api.chunks(name, document.id)).toEqual([chunk]);
  expect(await found(name, "cormorant")).toMatchObject([{ id: chunk!.id }]);
});

test("entries survive a kill right after the response", async () => {
  const name = await newCollection();
  await upsert(name, [{ id: "kept", embedding: axis(0), text: "durable" }]);
  await server.current.kill();
  await server.current.startAgain();
  expect(await found(name, "durable")).toMatchObject([{ id: "kept" }]);
});

test("deleting a collection deletes its entries", async () => {
  const name = await newCollection();
  await upsert(name, [{ id: "gone", embedding: axis(0), text: "gone" }]);
  await server.api.deleteCollection(name);
  await server.api.createCollection(name, { dimension: DIMENSION });
  expect(await found(name, "gone")).toEqual([]);
});
