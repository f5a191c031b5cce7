import { describe, expect, test } from "vitest";
import type { Failure } from "./harness/api.ts";
import { TIMESTAMP, UUID } from "./harness/patterns.ts";
import type { Collection, Status } from "./harness/resources.ts";
import { useServer } from "./harness/test-server.ts";

const server = useServer();

const create = (json: unknown) => server.api.call<Collection & Failure>("POST", "/v1/collections", { json });

const update = (name: string, json: unknown) =>
  server.api.call<Collection & Failure>("PUT", `/v1/collections/${name}`, { json });

const list = (query: string) =>
  server.api.call<{ collections: Collection[]; total: number } & Failure>("GET", `/v1/collections${query}`);
const names = async (query: string) => (await list(query)).body.collections.map(({ name }) => name);

describe("create", () => {
  test("a name alone creates a collection with every field at the contract's default", async () => {
    const answer = await create({ name: "defaults" });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(UUID),
      name: "defaults",
      description: "",
      embedding_provider: "local",
      embedding_model: "quarry-local-v2",
      dimension: 1024,
      chunk_size: 512,
      chunk_overlap: 50,
      document_count: 0,
      has_api_key: false,
      reranking_enabled: false,
      reranking_model: "rerank-v3.5",
      has_reranking_api_key: false,
      default_top_k: 10,
      default_min_score: null,
      default_search_mode: "semantic",
      metadata: {},
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: answer.body.created_at,
    });
    expect((await server.api.call("GET", "/v1/collections/defaults")).body).toEqual(answer.body);
  });

  test("given fields are stored, and keys appear in no response or log", async () => {
    const input = {
      name: "Given_1",
      description: "Bücher über Fähren ⛴",
      embedding_provider: "provider_b",
      embedding_model: "embed-multilingual-light-v3.0",
      dimension: 384,
      chunk_size: 10_000,
      chunk_overlap: 5_000,
      default_top_k: 1_000,
      default_min_score: 0.30000000000000004,
      default_search_mode: "hybrid",
      reranking_enabled: true,
      reranking_model: "rerank-other",
      metadata: { nested: { deep: [1, 2.5, null, "ä", { a: true }] }, __proto__x: 1 },
    };
    const answer = await create({
      ...input,
      embedding_api_key: "the-embedding-key",
      reranking_api_key: "the-reranking-key",
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ ...input, has_api_key: true, has_reranking_api_key: true });
    const listed = await server.api.call("GET", "/v1/collections?name=Given_1");
    for (const text of [answer.text, listed.text]) expect(text).not.toMatch(/the-(embedding|reranking)-key/);
    expect(server.current.process.stderr).not.toMatch(/the-(embedding|reranking)-key/);
  });

  test("null equals an omitted field, and unknown fields are ignored", async () => {
    const answer = await create({ name: "with_nulls", chunk_size: null, description: null, metadata: null, colour: 7 });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ chunk_size: 512, description: "", metadata: {} });
    expect(answer.body).not.toHaveProperty("colour");
  });

  test("names are unique and case-sensitive", async () => {
    await server.api.createCollection("taken");
    const again = await create({ name: "taken" });
    expect(again.status).toBe(409);
    expect(again.body.detail).toContain('"taken"');
    expect((await create({ name: "Taken" })).status).toBe(201);
  });

  const accepted: readonly [string, Record<string, unknown>][] = [
    ["a name of one letter", { name: "Z" }],
    ["a name of 128 characters", { name: `n${"_".repeat(127)}` }],
    ["the smallest chunk_size", { chunk_size: 64 }],
    ["the largest chunk_size", { chunk_size: 10_000 }],
    ["no overlap", { chunk_overlap: 0 }],
    ["the largest overlap", { chunk_size: 5_001, chunk_overlap: 5_000 }],
    ["an overlap just below the default chunk_size", { chunk_overlap: 511 }],
    ["default_top_k 1", { default_top_k: 1 }],
    ["default_top_k 1000", { default_top_k: 1_000 }],
    ["an integer written as a double", { chunk_size: 512.0 }],
    ["default_min_score 0", { default_min_score: 0 }],
    ["default_min_score 1", { default_min_score: 1 }],
    ["the local provider by its name", { embedding_provider: "local" }],
    ["a shortened provider_a vector", { embedding_provider: "provider_a", embedding_api_key: "k", dimension: 1 }],
  ];
  test.each(accepted)("accepts %s", async (_what, fields) => {
    const name = `accepted_${crypto.randomUUID().replaceAll("-", "")}`;
    const answer = await create({ name, ...fields });
    expect(answer).toMatchObject({ status: 201 });
  });

  const refused: readonly [string, unknown, RegExp][] = [
    ["no name", {}, /^name: is required/],
    ["an empty name", { name: "" }, /^name: is required/],
    ["a digit first", { name: "1a" }, /^name: must be 1 to 128 characters.*got "1a"/],
    ["a hyphen", { name: "a-b" }, /^name: must be/],
    ["a letter that is not ASCII", { name: "über" }, /^name: must be/],
    ["a trailing newline", { name: "abc\n" }, /^name: must be/],
    ["129 characters", { name: "n".repeat(129) }, /^name: must be/],
    ["a name that is a number", { name: 5 }, /^name: must be a string, got 5/],
    ["chunk_size 63", { name: "x", chunk_size: 63 }, /^chunk_size: must be an integer from 64 to 10000, got 63/],
    ["chunk_size 10001", { name: "x", chunk_size: 10_001 }, /^chunk_size: .* got 10001/],
    ["chunk_size as text", { name: "x", chunk_size: "512" }, /^chunk_size: must be an integer, got "512"/],
    ["a fractional chunk_size", { name: "x", chunk_size: 512.5 }, /^chunk_size: must be an integer, got 512.5/],
    ["chunk_overlap -1", { name: "x", chunk_overlap: -1 }, /^chunk_overlap: .* got -1/],
    ["chunk_overlap 5001", { name: "x", chunk_size: 9_000, chunk_overlap: 5_001 }, /^chunk_overlap: .* got 5001/],
    [
      "an overlap as large as the chunk",
      { name: "x", chunk_size: 64, chunk_overlap: 64 },
      /^chunk_overlap: must be less than chunk_size \(64\), got 64/,
    ],
    [
      "an overlap as large as the default chunk",
      { name: "x", chunk_overlap: 512 },
      /^chunk_overlap: must be less than chunk_size \(512\), got 512/,
    ],
    [
      "a chunk as small as an overlap of 64",
      { name: "x", chunk_size: 64, chunk_overlap: 200 },
      /^chunk_overlap: must be less/,
    ],
    ["default_top_k 0", { name: "x", default_top_k: 0 }, /^default_top_k: must be an integer from 1 to 1000, got 0/],
    ["default_top_k 1001", { name: "x", default_top_k: 1_001 }, /^default_top_k: .* got 1001/],
    ["default_min_score as text", { name: "x", default_min_score: "0.5" }, /^default_min_score: must be a number/],
    [
      "an unknown mode",
      { name: "x", default_search_mode: "fuzzy" },
      /^default_search_mode: must be one of: semantic, keyword, hybrid, got "fuzzy"/,
    ],
    ["a mode in capitals", { name: "x", default_search_mode: "HYBRID" }, /^default_search_mode: must be one of/],
    [
      "an unknown provider",
      { name: "x", embedding_provider: "provider_c" },
      /^embedding_provider: must be one of provider_a, provider_b, local/,
    ],
    ["provider_a without a key", { name: "x", embedding_provider: "provider_a" }, /^embedding_api_key: is required/],
    [
      "provider_b with an empty key",
      { name: "x", embedding_provider: "provider_b", embedding_api_key: "" },
      /^embedding_api_key: is required/,
    ],
    [
      "an unknown model without its dimension",
      { name: "x", embedding_provider: "provider_a", embedding_api_key: "k", embedding_model: "new" },
      /^dimension: is required/,
    ],
    [
      "a dimension that the model can't give",
      { name: "x", embedding_provider: "provider_b", embedding_api_key: "k", dimension: 512 },
      /^dimension: must be 1024/,
    ],
    [
      "a dimension above the model's",
      { name: "x", embedding_provider: "provider_a", embedding_api_key: "k", dimension: 1_537 },
      /^dimension: must be from 1 to 1536/,
    ],
    ["dimension 0", { name: "x", dimension: 0 }, /^dimension: must be an integer from 1 to 8192, got 0/],
    ["dimension 8193", { name: "x", dimension: 8_193 }, /^dimension: .* got 8193/],
    ["metadata that is an array", { name: "x", metadata: [] }, /^metadata: must be an object, got an empty array/],
    ["metadata that is text", { name: "x", metadata: "{}" }, /^metadata: must be an object/],
    ["metadata above 64 KB", { name: "x", metadata: { text: "m".repeat(65_536) } }, /^metadata: /],
    ["a flag as text", { name: "x", reranking_enabled: "true" }, /^reranking_enabled: must be/],
    ["an array as body", [1], /^The request body must be a JSON object, got an array/],
    ["text as body", "x", /^The request body must be a JSON object/],
    ["null as body", null, /^The request body must be a JSON object/],
  ];
  test.each(refused)("rejects %s with 400 and the reason", async (_what, json, detail) => {
    const answer = await create(json);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ detail: expect.stringMatching(detail), code: "invalid_argument" });
    expect((await server.api.call("GET", "/v1/collections/x")).status).toBe(404);
  });
});

describe("list", () => {
  test("returns collections by creation, with prefix, limit and offset; total counts all matches", async () => {
    const made = ["List_b", "List_a", "list_C", "listXd", "List_e"];
    for (const name of made) await server.api.createCollection(name);
    expect(await names("?name=list_")).toEqual(["List_b", "List_a", "list_C", "List_e"]);
    expect(await names("?name=LIST")).toEqual(made);
    expect((await list("?name=list_&limit=2&offset=1")).body).toMatchObject({
      collections: [{ name: "List_a" }, { name: "list_C" }],
      total: 4,
    });
    expect((await list("?name=list_&offset=99")).body).toEqual({ collections: [], total: 4 });
    expect(await names("?name=list%25")).toEqual([]);
    expect((await list("?name=nothing_like_it")).body).toEqual({ collections: [], total: 0 });
  });

  test("returns 100 collections by default, and more with a higher limit", async () => {
    const input = Array.from({ length: 101 }, (_, index) => `page_${index}`);
    for (const name of input) await server.api.createCollection(name);
    expect(await names("?name=page_")).toHaveLength(100);
    expect(await names("?name=page_&limit=1000")).toHaveLength(101);
  });

  const refused: readonly [string, RegExp][] = [
    ["?limit=0", /^limit: must be an integer from 1 to 1000, got 0/],
    ["?limit=1001", /^limit: .* got 1001/],
    ["?limit=ten", /^limit: must be an integer, got "ten"/],
    ["?limit=1.5", /^limit: must be an integer/],
    ["?offset=-1", /^offset: must be an integer of at least 0, got -1/],
  ];
  test.each(refused)("rejects %s", async (query, detail) => {
    expect(await list(query)).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(detail), code: "invalid_argument" },
    });
  });
});

describe("update", () => {
  test("changes only the given fields", async () => {
    const before = await server.api.createCollection("changing", { description: "old", metadata: { a: 1, b: 2 } });
    const input = {
      description: "new",
      metadata: { b: 3 },
      reranking_enabled: true,
      reranking_model: "m",
      default_top_k: 7,
      default_min_score: 0.25,
      default_search_mode: "keyword",
    };
    const answer = await update("changing", input);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, ...input, updated_at: expect.stringMatching(TIMESTAMP) });
    expect(answer.body.updated_at >= before.updated_at).toBe(true);
    expect((await update("changing", {})).body).toMatchObject(input);
  });

  test("null leaves description, metadata and key unchanged, and clears the minimum score", async () => {
    const fields = { description: "kept", metadata: { kept: true }, default_min_score: 0.5, reranking_api_key: "k" };
    await server.api.createCollection("nulls", fields);
    const retained = await update("nulls", { description: null, metadata: null, reranking_api_key: null });
    expect(retained.body).toMatchObject({
      description: "kept",
      metadata: { kept: true },
      default_min_score: 0.5,
      has_reranking_api_key: true,
    });
    expect((await update("nulls", { default_min_score: null })).body.default_min_score).toBeNull();
    expect((await update("nulls", { reranking_api_key: "" })).body.has_reranking_api_key).toBe(false);
    expect((await update("nulls", { description: "" })).body.description).toBe("");
    expect((await update("nulls", { metadata: {} })).body.metadata).toEqual({});
  });

  test("ignores fields that can't be changed", async () => {
    const before = await server.api.createCollection("fixed");
    const body = { id: "x", name: "other", dimension: 2, chunk_size: 100, embedding_model: "m", document_count: 9 };
    const answer = await update("fixed", body);
    expect(answer.body).toEqual({ ...before, updated_at: answer.body.updated_at });
    expect((await server.api.call("GET", "/v1/collections/other")).status).toBe(404);
  });

  const refused: readonly [Record<string, unknown>, RegExp][] = [
    [{ default_top_k: 0 }, /^default_top_k: /],
    [{ default_top_k: 1_001 }, /^default_top_k: /],
    [{ default_search_mode: "x" }, /^default_search_mode: must be one of/],
    [{ default_min_score: "low" }, /^default_min_score: /],
    [{ metadata: [] }, /^metadata: must be an object/],
    [{ description: 1 }, /^description: must be a string/],
    [{ reranking_enabled: 1 }, /^reranking_enabled: /],
  ];
  test.each(refused)("rejects %j and changes nothing", async (json, detail) => {
    const name = `kept_${crypto.randomUUID().replaceAll("-", "")}`;
    const before = await server.api.createCollection(name);
    const answer = await update(name, { description: "changed", ...json });
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(detail), code: "invalid_argument" },
    });
    expect((await server.api.call("GET", `/v1/collections/${name}`)).body).toEqual(before);
  });

  test("returns 404 for an unknown collection", async () => {
    expect(await update("nowhere", {})).toMatchObject({
      status: 404,
      body: { detail: 'collection "nowhere" does not exist' },
    });
  });
});

describe("delete", () => {
  test("returns status and message, and frees the name", async () => {
    const first = await server.api.createCollection("gone");
    const answer = await server.api.call<Status>("DELETE", "/v1/collections/gone");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: "ok", message: expect.any(String) });
    expect((await server.api.call("GET", "/v1/collections/gone")).status).toBe(404);
    expect((await server.api.call("DELETE", "/v1/collections/gone")).status).toBe(404);
    expect((await server.api.createCollection("gone")).id).not.toBe(first.id);
  });
});

test.each(["no-such", "a%2Fb", "%00", "x".repeat(2_000), "ä"])("an invalid name returns 404: %s", async (name) => {
  const answer = await server.api.call("GET", `/v1/collections/${name}`);
  expect(answer.status).toBe(404);
  expect(answer.body.detail.length).toBeLessThan(200);
});
