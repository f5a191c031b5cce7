import { beforeEach, describe, expect, test } from "vitest";
import { call, type RunningServer, startServer } from "./support/running-server.ts";

const collection = (name: string, minScore = "null", metadata = "{}") =>
  `{"id":"7f0c2b1e-6a2b-4b7e-9a51-0d0a3d1f9a10","name":"${name}","description":"","embedding_provider":"provider_a",` +
  `"embedding_model":"text-embedding-3-small","dimension":1536,"chunk_size":512,"chunk_overlap":50,"document_count":0,` +
  `"has_api_key":false,"reranking_enabled":false,"reranking_model":"rerank-v3.5","has_reranking_api_key":false,` +
  `"default_top_k":10,"default_min_score":${minScore},"default_search_mode":"semantic","metadata":${metadata},` +
  `"created_at":"2026-11-21T10:00:00.250Z","updated_at":"2026-11-21T10:00:00.250Z"}`;

let server: RunningServer;
let collections: string;
beforeEach(async () => {
  server = await startServer();
  collections = `${server.url}/v1/collections`;
});

describe("responses are exactly the contract's JSON", () => {
  test("a collection has every field, explicit nulls, lower-case enums and milliseconds", async () => {
    expect(await call(`${collections}/docs`, "GET")).toEqual([200, collection("docs")]);
  });

  test("a created collection returns 201; unknown fields are ignored and null means absent", async () => {
    const body = { name: "Alpha_1", default_min_score: 0.3, unknown: 1, metadata: null };
    expect(await call(collections, "POST", body)).toEqual([201, collection("Alpha_1", "0.3")]);
    expect(await call(collections, "POST", { name: "Alpha_1" })).toEqual([
      409,
      `{"detail":"Collection 'Alpha_1' already exists","code":"already_exists"}`,
    ]);
  });

  test("64-bit integers are numbers, and absent numbers of a message are 0", async () => {
    expect(await call(`${collections}/docs/stats`, "GET")).toEqual([
      200,
      `{"collection":"docs","document_count":3,"total_chunks":41,"total_tokens":9007199254,"total_size_bytes":5000000000,"status_counts":{"ready":2,"pending":0,"processing":0,"failed":1}}`,
    ]);
  });

  test("doubles retain their digits, text its characters, and absent extension fields are omitted", async () => {
    const body = { query: "hi", filters: { page: { $gte: 2 } }, search_mode: "hybrid", min_score: null, top_k: null };
    expect(await call(`${collections}/docs/query`, "POST", body)).toEqual([
      200,
      `{"results":[{"id":"c1","text":"héllo","score":0.30000000000000004,"document_id":"d1","chunk_index":0,"metadata":{"page":1,"tags":["a"],"nested":{"x":null}}}],"query":"hi","collection":"docs","total":1}`,
    ]);
    expect(server.service.lastQuery).toMatchObject({ collectionName: "docs", filters: { page: { $gte: 2 } } });
    expect(server.service.lastQuery).not.toHaveProperty("topK");
  });

  test("a list has a total and accepts query parameters", async () => {
    expect(await call(`${collections}?limit=1&offset=0&what=ever`, "GET")).toEqual([
      200,
      `{"collections":[${collection("docs")}],"total":1}`,
    ]);
  });

  test("a list can be null, and the secret is only in the first response", async () => {
    const body = { url: "https://example.com", events: ["document.ready"], collections: ["docs"] };
    const rest = `"description":"","active":true,"created_at":"2026-11-21T10:00:00.250Z","updated_at":"2026-11-21T10:00:00.250Z"`;
    expect(await call(`${server.url}/v1/admin/webhooks`, "POST", body)).toEqual([
      201,
      `{"id":"w1","url":"https://example.com","events":["document.ready"],"collections":["docs"],${rest},"secret":"whsec"}`,
    ]);
    expect(await call(`${server.url}/v1/admin/webhooks/w1`, "PUT", {})).toEqual([
      200,
      `{"id":"w1","url":"https://example.com","events":["document.ready"],"collections":null,${rest}}`,
    ]);
  });

  test("an unready service returns 503 with the usual body", async () => {
    server.service.isReady = false;
    expect(await call(`${server.url}/health/ready`, "GET", undefined, {})).toEqual([
      503,
      `{"status":"degraded","version":"1","database":false,"vector_store":false,"cache":false}`,
    ]);
  });
});

describe("null, absent and empty values are distinguished", () => {
  test("null clears default_min_score and leaves description and metadata unchanged", async () => {
    const url = `${collections}/docs`;
    await call(url, "PUT", { description: "d", metadata: { a: 1 }, default_min_score: 0.5 });
    const [, retained] = await call(url, "PUT", { description: null, metadata: null });
    expect(JSON.parse(retained)).toMatchObject({ description: "d", metadata: { a: 1 }, default_min_score: 0.5 });
    const [, cleared] = await call(url, "PUT", { default_min_score: null });
    expect(JSON.parse(cleared)).toMatchObject({ description: "d", default_min_score: null });
  });

  test("the flag for a null can't be set by its own name", async () => {
    await call(`${collections}/docs`, "PUT", { clear_default_min_score: true });
    expect(server.service.lastUpdate).toMatchObject({ clearDefaultMinScore: false });
  });

  test("collections of a webhook can be absent, null, empty or a list", async () => {
    const url = `${server.url}/v1/admin/webhooks/w1`;
    await call(url, "PUT", {});
    expect(server.service.lastUpdate).toMatchObject({ allCollections: false });
    expect(server.service.lastUpdate).not.toHaveProperty("collections");
    await call(url, "PUT", { collections: null });
    expect(server.service.lastUpdate).toMatchObject({ allCollections: true });
    await call(url, "PUT", { collections: [] });
    expect(server.service.lastUpdate).toMatchObject({ allCollections: false, collections: { names: [] } });
    await call(url, "PUT", { collections: ["docs"] });
    expect(server.service.lastUpdate).toMatchObject({ collections: { names: ["docs"] } });
  });

  test("a name in the body of an update does not replace the name in the path", async () => {
    expect((await call(`${collections}/docs`, "PUT", { name: 5 }))[0]).toBe(200);
    expect(server.service.lastUpdate).toMatchObject({ name: "docs" });
  });
});

describe("metadata is returned unchanged", () => {
  test("a __proto__ key is returned as an own key and pollutes nothing", async () => {
    const text = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"k":1}`;
    const [, body] = await call(`${collections}/docs`, "PUT", `{"metadata":${text}}`);
    expect(body).toContain(`"metadata":${text}`);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("the last of repeated keys wins", async () => {
    const [, body] = await call(`${collections}/docs`, "PUT", `{"description":"a","description":"b"}`);
    expect(JSON.parse(body)).toMatchObject({ description: "b" });
  });

  test("nesting of 100 levels is accepted, deeper nesting rejected, however large the body", async () => {
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    expect((await call(`${collections}/docs`, "PUT", `{"metadata":${nested(99)}}`))[0]).toBe(200);
    const [status, body] = await call(`${collections}/docs`, "PUT", `{"metadata":${nested(200)}}`);
    expect([status, body]).toEqual([400, expect.stringContaining("must not be nested deeper than 100 levels")]);
    expect(await call(`${collections}/docs`, "PUT", "[".repeat(500_000))).toEqual([
      400,
      `{"detail":"The request body is nested deeper than 100 levels","code":"invalid_argument"}`,
    ]);
    expect((await call(`${collections}/docs`, "PUT", `{"x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`))[0]).toBe(200);
  });
});

describe("errors name the field, the value and the expectation", () => {
  const cases: readonly [body: unknown, detail: string][] = [
    [{}, "name: is required and must not be empty"],
    [{ name: null }, "name: is required and must not be empty"],
    [{ name: 5 }, "name: must be a string, got 5"],
    [
      { name: "1x" },
      'name: must be 1 to 128 characters: a letter a-z or A-Z, then letters, digits or underscores, got "1x"',
    ],
    [
      { name: "x\n" },
      'name: must be 1 to 128 characters: a letter a-z or A-Z, then letters, digits or underscores, got "x\\n"',
    ],
    [{ name: "a", chunk_size: "512" }, 'chunk_size: must be an integer, got "512"'],
    [{ name: "a", chunk_size: 64.5 }, "chunk_size: must be an integer, got 64.5"],
    [{ name: "a", chunk_size: 63 }, "chunk_size: must be an integer from 64 to 10000, got 63"],
    [
      { name: "a", chunk_size: 1e12 },
      "chunk_size: must be an integer from -2147483648 to 2147483647, got 1000000000000",
    ],
    [{ name: "a", chunk_size: 64, chunk_overlap: 64 }, "chunk_overlap: must be less than chunk_size (64), got 64"],
    [{ name: "a", chunk_overlap: 512 }, "chunk_overlap: must be less than chunk_size (512), got 512"],
    [{ name: "a", default_min_score: "0.5" }, 'default_min_score: must be a number, got "0.5"'],
    [`{"name":"a","default_min_score":1e999}`, "default_min_score: must be a number that a double can hold"],
    [`{"name":"a","metadata":{"x":[1,1e999]}}`, "metadata.x[1]: must be a number that a double can hold"],
    [
      { name: "a", default_search_mode: "fuzzy" },
      'default_search_mode: must be one of: semantic, keyword, hybrid, got "fuzzy"',
    ],
    [{ name: "a", default_search_mode: 1 }, "default_search_mode: must be one of: semantic, keyword, hybrid, got 1"],
    [{ name: "a", reranking_enabled: "true" }, 'reranking_enabled: must be true or false, got "true"'],
    [{ name: "a", metadata: [] }, "metadata: must be an object, got an empty array"],
    [{ name: "a", embedding_api_key: 12345 }, "embedding_api_key: must be a string"],
    [`{"name":"\\ud800"}`, "name: must be valid Unicode text, got half of a surrogate pair"],
    [[1], "The request body must be a JSON object, got an array"],
    ['"x"', 'The request body must be a JSON object, got "x"'],
    ["{bad", "The request body is not valid JSON: unexpected text at position 1"],
    ['{"name":', "The request body is not valid JSON: it ends too early, at position 8"],
    [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), "The request body is not valid UTF-8"],
    ["", "name: is required and must not be empty"],
  ];
  test.each(cases)("creating a collection with %j returns 400", async (body, detail) => {
    expect(await call(collections, "POST", body)).toEqual([400, JSON.stringify({ detail, code: "invalid_argument" })]);
  });

  test("list items are named by their index", async () => {
    const upsert = `${collections}/docs/vectors/upsert`;
    const good = { id: "a", embedding: [1, 2] };
    const failures: readonly [unknown, string][] = [
      [
        { vectors: [good, good, good, { id: "b", embedding: [1, "x"] }] },
        'vectors[3].embedding[1]: must be a number, got "x"',
      ],
      [{ vectors: [{ id: "b", embedding: "x" }] }, 'vectors[0].embedding: must be an array of numbers, got "x"'],
      [{ vectors: [good, null] }, "vectors[1]: must be an object, got null"],
      [{ vectors: [good, { embedding: [1] }] }, "vectors[1].id: is required and must not be empty"],
      [{ vectors: {} }, "vectors: must be an array, got an object"],
      [{}, "vectors: must have 1 to 10000 items, got 0"],
      [
        { vectors: [{ id: "b", embedding: [1e300] }] },
        "vectors[0].embedding[0]: must be a number that a float32 can hold (at most 3.4028235e38 in size), got 1e+300",
      ],
    ];
    for (const [body, detail] of failures) {
      expect(await call(upsert, "POST", body)).toEqual([400, JSON.stringify({ detail, code: "invalid_argument" })]);
    }
    const hook = { url: "https://example.com", events: ["document.ready", "webhook.test"] };
    expect(await call(`${server.url}/v1/admin/webhooks`, "POST", hook)).toEqual([
      400,
      `{"detail":"events[1]: must be one of: document.processing, document.ready, document.failed, document.deleted, document.unchanged, got \\"webhook.test\\"","code":"invalid_argument"}`,
    ]);
    const update = await call(`${server.url}/v1/admin/webhooks/w1`, "PUT", { events: [] });
    expect(update).toEqual([400, `{"detail":"events: must have at least 1 item, got 0","code":"invalid_argument"}`]);
    expect(await call(`${server.url}/v1/batch/query`, "POST", { queries: [{ collection: "a", query: " " }] })).toEqual([
      400,
      `{"detail":"queries[0].query: must be text of at most 32,768 characters that is not blank, got \\" \\"","code":"invalid_argument"}`,
    ]);
  });

  test("query parameters are validated as strictly as bodies", async () => {
    const failures: readonly [query: string, detail: string][] = [
      ...["abc", "", "0x10", "1e2", "%205", "5.0", "%2B5", "05", "-0"].map((value): [string, string] => [
        `limit=${value}`,
        `limit: must be an integer, got ${JSON.stringify(decodeURIComponent(value))}`,
      ]),
      ["limit=0", "limit: must be an integer from 1 to 1000, got 0"],
      ["limit=1001", "limit: must be an integer from 1 to 1000, got 1001"],
      ["offset=-1", "offset: must be an integer of at least 0, got -1"],
      ["limit=5&limit=6", "limit: must be given once, got it several times"],
      ["limit=%zz", "The query string has a percent sign that starts no valid UTF-8 escape such as %20"],
    ];
    for (const [query, detail] of failures) {
      expect(await call(`${collections}?${query}`, "GET")).toEqual([
        400,
        JSON.stringify({ detail, code: "invalid_argument" }),
      ]);
    }
    const documents = `${collections}/docs/documents?status=done`;
    expect(await call(documents, "GET")).toEqual([
      400,
      `{"detail":"status: must be one of: pending, processing, ready, failed, got \\"done\\"","code":"invalid_argument"}`,
    ]);
    const models = await call(`${server.url}/v1/embeddings/models?all=1`, "GET");
    expect(models).toEqual([400, `{"detail":"all: must be true or false, got \\"1\\"","code":"invalid_argument"}`]);
  });
});

test("vectors are received as the float32 values nearest to the numbers", async () => {
  const body = { vectors: [{ id: "a", embedding: [0.1, -2, 3e-46], metadata: { n: 1 } }] };
  expect(await call(`${collections}/docs/vectors/upsert`, "POST", body)).toEqual([200, `{"status":"ok","upserted":1}`]);
  const { vectors } = server.service.lastVectors as { vectors: { embedding: Uint8Array<ArrayBuffer> }[] };
  expect([...new Float32Array(vectors[0]!.embedding.buffer)]).toEqual([Math.fround(0.1), -2, 0]);
});
