import { beforeAll, describe, expect, test } from "vitest";
import { libraryFiles } from "./fixtures/library.ts";
import { ZOO } from "./fixtures/zoo.ts";
import { UUID } from "./harness/patterns.ts";
import type { QueryAnswer, QueryResult } from "./harness/resources.ts";
import { STACK } from "./harness/stacks/make-stack.ts";
import { useSharedServer } from "./harness/shared/use-shared-server.ts";

/**
 * Other vector stores sum in a different order when more results are requested: their scores differ in the ninth digit.
 */
const SLACK = STACK === "embedded" ? 0 : 1e-6;

/** Checks that the results are the same. If scores can differ slightly, neighbours may be swapped. */
const expectSame = (results: readonly QueryResult[], expected: readonly QueryResult[]): void => {
  if (SLACK === 0) return void expect(results).toEqual(expected);
  expect(results.length).toBe(expected.length);
  for (const [index, { score }] of results.entries()) {
    expect(Math.abs(score - expected[index]!.score)).toBeLessThanOrEqual(SLACK);
  }
};

const server = useSharedServer();

const MODES = ["semantic", "keyword", "hybrid"] as const;

/** Matches every document of the zoo in every mode. */
const ALL = "the penguin camel otter python zoo";

const ids = new Map<string, string>();

beforeAll(async () => {
  await server.api.createCollection("zoo");
  await server.api.createCollection("handbook");
  for (const animal of ZOO) {
    const document = await server.api.ingest({ collection: "zoo", ...animal });
    expect(document.status).toBe("ready");
    ids.set(animal.filename, document.id);
  }
  const files = await libraryFiles();
  const documents = await Promise.all(files.map((file) => server.api.upload({ collection: "handbook", ...file })));
  for (const { id } of documents) await server.api.settled("handbook", id);
});

const namesOf = ({ results }: QueryAnswer) =>
  results.map(({ metadata }) => metadata.filename.replace(".txt", "")).sort();

describe.each(MODES)("%s", (search_mode) => {
  test("finds the passage, and returns all fields of a result", async () => {
    const answer = await server.api.query("zoo", { query: "Which animal crosses the desert?", search_mode });
    expect(Object.keys(answer).sort()).toEqual(["collection", "query", "results", "total"]);
    expect(answer).toMatchObject({
      query: "Which animal crosses the desert?",
      collection: "zoo",
      total: answer.results.length,
    });
    expect(answer.results[0]).toEqual({
      id: expect.stringMatching(UUID),
      text: expect.stringContaining("The camel crosses the hot desert"),
      score: expect.any(Number),
      document_id: ids.get("camel.txt"),
      chunk_index: 0,
      metadata: expect.objectContaining({
        document_id: ids.get("camel.txt"),
        filename: "camel.txt",
        file_type: "txt",
        page: null,
        section: [],
        start_char: 0,
        end_char: expect.any(Number),
        habitat: "desert",
        weight: { kg: 600 },
      }),
    });
  });

  test("scores are in [0, 1], sorted, and independent of top_k and filters", async () => {
    for (const query of [
      "What does the keyword score mean?",
      "webhook signature",
      "backup of the provider keys",
      "the",
    ]) {
      const wide = await server.api.query("handbook", { query, search_mode, top_k: 200 });
      const scores = wide.results.map(({ score }) => score);
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(new Set(wide.results.map(({ id }) => id)).size).toBe(wide.results.length);
      const byId = new Map(wide.results.map(({ id, score }) => [id, score]));
      for (const top_k of [1, 3, 10, 50]) {
        const narrow = await server.api.query("handbook", { query, search_mode, top_k });
        expect(narrow.total).toBe(Math.min(top_k, wide.total));
        expectSame(narrow.results, wide.results.slice(0, top_k));
      }
      const filters = { file_type: "pdf" };
      const filtered = await server.api.query("handbook", { query, search_mode, top_k: 100, filters });
      expect(filtered.results.every(({ metadata }) => metadata.file_type === "pdf")).toBe(true);
      for (const { id, score } of filtered.results) {
        if (byId.has(id)) expect(Math.abs(score - byId.get(id)!)).toBeLessThanOrEqual(SLACK);
      }
    }
  });

  test("min_score returns exactly the results that reach it", async () => {
    const query = "How are uploads limited in size?";
    const all = await server.api.query("handbook", { query, search_mode, top_k: 60 });
    expect(all.results.length).toBeGreaterThan(5);
    const scores = all.results.map(({ score }) => score);
    for (const min_score of [0, scores[0]!, scores[3]!, (scores[1]! + scores[2]!) / 2, scores.at(-1)!, 1]) {
      const cut = await server.api.query("handbook", { query, search_mode, top_k: 60, min_score });
      expect(cut.total).toBe(cut.results.length);
      expectSame(cut.results, all.results.slice(0, cut.total));
      expect(cut.results.every(({ score }) => score >= min_score)).toBe(true);
      const surely = all.results.filter(({ score }) => score >= min_score + SLACK);
      const atMost = all.results.filter(({ score }) => score >= min_score - SLACK);
      expect(cut.total).toBeGreaterThanOrEqual(surely.length);
      expect(cut.total).toBeLessThanOrEqual(atMost.length);
    }
  });

  test("a nonsense query returns nothing with a min_score of 0.2", async () => {
    const query = "xqzvw plorfian grukkentash wubbledroth";
    expect(await server.api.query("handbook", { query, search_mode, min_score: 0.2 })).toMatchObject({ total: 0 });
  });

  const filters: readonly [string, unknown, readonly string[]][] = [
    ["an empty object", {}, ["camel", "note", "otter", "penguin", "python"]],
    ["a value", { habitat: "desert" }, ["camel"]],
    ["a value of an array", { tags: "swimmer" }, ["otter", "penguin"]],
    ["a value of another type, without casting", { legs: "4" }, []],
    ["a boolean", { endangered: true }, ["python"]],
    ["$eq null, which a missing field matches", { seen: { $eq: null } }, ["note", "otter", "python"]],
    ["$ne, which a missing field matches", { habitat: { $ne: "desert" } }, ["note", "otter", "penguin", "python"]],
    ["$ne null", { seen: { $ne: null } }, ["camel", "penguin"]],
    ["$gte", { legs: { $gte: 2 } }, ["camel", "otter", "penguin"]],
    ["a range of a nested number", { "weight.kg": { $gt: 10, $lt: 600 } }, ["penguin", "python"]],
    ["$lte", { "weight.kg": { $lte: 10 } }, ["otter"]],
    ["a range of dates", { seen: { $gte: "2026-04-01", $lt: "2027" } }, ["camel"]],
    ["$in", { habitat: { $in: ["river", "forest", 7] } }, ["otter", "python"]],
    ["$in nothing", { habitat: { $in: [] } }, []],
    ["$nin", { habitat: { $nin: ["river", "forest"] } }, ["camel", "note", "penguin"]],
    ["$exists", { endangered: { $exists: true } }, ["python"]],
    ["$exists false", { seen: { $exists: false } }, ["note", "otter", "python"]],
    ["$contains in an array", { tags: { $contains: "bird" } }, ["penguin"]],
    ["$contains in text", { habitat: { $contains: "rct" } }, ["penguin"]],
    ["$not_contains", { tags: { $not_contains: "swimmer" } }, ["camel", "note", "python"]],
    ["two fields", { legs: 4, tags: "swimmer" }, ["otter"]],
    ["$and", { $and: [{ legs: { $gt: 0 } }, { legs: { $lt: 4 } }] }, ["penguin"]],
    ["$or", { $or: [{ legs: 0 }, { habitat: "river" }] }, ["otter", "python"]],
    ["$nor", { $nor: [{ legs: 0 }, { habitat: "river" }] }, ["camel", "note", "penguin"]],
    ["$not", { $not: { legs: { $gte: 2 } } }, ["note", "python"]],
    ["$not of a field", { legs: { $not: { $gte: 2 } } }, ["note", "python"]],
    ["a system field", { filename: "otter.txt" }, ["otter"]],
    ["the type", { file_type: "txt", chunk_index: 0, page: null }, ["camel", "note", "otter", "penguin", "python"]],
    ["another type", { file_type: "pdf" }, []],
    [
      "a thousand values",
      { legs: { $in: Array.from({ length: 1_000 }, (_, index) => index) } },
      ["camel", "otter", "penguin", "python"],
    ],
  ];
  test.each(filters)("filters by %s", async (_what, filter, expected) => {
    const answer = await server.api.query("zoo", { query: ALL, search_mode, filters: filter, top_k: 1_000 });
    expect(namesOf(answer)).toEqual(expected);
  });

  test("results are filled up to top_k if enough chunks match the filter", async () => {
    const query = "settings and limits of collections, documents and searches";
    const filters = { file_type: { $in: ["docx", "xlsx"] } };
    const all = await server.api.query("handbook", { query, search_mode, filters, top_k: 1_000 });
    const answer = await server.api.query("handbook", { query, search_mode, filters, top_k: 5 });
    expect(answer.results).toEqual(all.results.slice(0, 5));
    expect(answer.total).toBe(5);
  });
});

describe("defaults", () => {
  test("mode, top_k and minimum score default to the collection's", async () => {
    await server.api.createCollection("set", {
      default_search_mode: "keyword",
      default_top_k: 2,
      default_min_score: 0.1,
    });
    for (const animal of ZOO) await server.api.ingest({ collection: "set", ...animal });
    const query = "penguin";
    const input = { search_mode: "keyword", top_k: 2, min_score: 0.1 };
    const answer = await server.api.query("set", { query });
    expect(answer.results).toEqual((await server.api.query("set", { query, ...input })).results);
    expect(namesOf(answer)).toEqual(["note", "penguin"]);
    expect((await server.api.query("set", { query: ALL })).total).toBe(2);
    expect((await server.api.query("set", { query, top_k: null, min_score: null, filters: null })).results).toEqual(
      answer.results,
    );
    await server.api.expect(200, "PUT", "/v1/collections/set", { json: { default_top_k: 1 } });
    expect((await server.api.query("set", { query })).total).toBe(1);
  });

  test("a collection without documents returns no results", async () => {
    await server.api.createCollection("bare");
    for (const search_mode of MODES) {
      expect(await server.api.query("bare", { query: "anything", search_mode })).toEqual({
        results: [],
        query: "anything",
        collection: "bare",
        total: 0,
      });
    }
  });

  test("reranking without a reranker leaves the order unchanged, and reports it", async () => {
    const plain = await server.api.query("zoo", { query: "desert" });
    const answer = await server.api.call<QueryAnswer>("POST", "/v1/collections/zoo/query", {
      json: { query: "desert", rerank: true },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-rerank-status")).toBe("skipped");
    expect(answer.body.results).toEqual(plain.results);
  });
});

describe("rejected queries", () => {
  const bodies: readonly [string, unknown, RegExp][] = [
    ["no query", {}, /^query: is required/],
    ["an empty query", { query: "" }, /^query: is required/],
    ["a blank query", { query: " \n\t\u00a0" }, /^query: must/],
    ["a number as query", { query: 5 }, /^query: must be a string, got 5/],
    ["top_k 0", { query: "x", top_k: 0 }, /^top_k: must be an integer from 1 to 1000, got 0/],
    ["top_k 1001", { query: "x", top_k: 1_001 }, /^top_k: .* got 1001/],
    ["top_k as text", { query: "x", top_k: "5" }, /^top_k: must be an integer, got "5"/],
    ["a fractional top_k", { query: "x", top_k: 1.5 }, /^top_k: must be an integer/],
    ["min_score as text", { query: "x", min_score: "0" }, /^min_score: must be a number/],
    [
      "an unknown mode",
      { query: "x", search_mode: "vector" },
      /^search_mode: must be one of: semantic, keyword, hybrid, got "vector"/,
    ],
    ["filters that are an array", { query: "x", filters: [] }, /^filters: must be an object/],
    ["filters that are text", { query: "x", filters: "a = 1" }, /^filters: must be an object/],
    ["an unknown operator", { query: "x", filters: { a: { $like: "b" } } }, /^filters\.a\.\$like: unknown operator/],
    ["an unknown operator at the top", { query: "x", filters: { $xor: [] } }, /^filters\.\$xor: unknown operator/],
    [
      "an operator deep inside",
      { query: "x", filters: { $or: [{ a: 1 }, { $and: [{ b: { $regex: "c" } }] }] } },
      /^filters\.\$or\[1\]\.\$and\[0\]\.b\.\$regex: unknown operator/,
    ],
    ["an empty $or", { query: "x", filters: { $or: [] } }, /^filters\.\$or: must be a non-empty array/],
    ["an empty operator object", { query: "x", filters: { a: {} } }, /^filters\.a: must hold an operator/],
    ["mixed keys", { query: "x", filters: { a: { $gt: 1, b: 2 } } }, /^filters\.a: mixes operators and plain keys/],
    [
      "$gt of an object",
      { query: "x", filters: { a: { $gt: {} } } },
      /^filters\.a\.\$gt: must be a number or a string/,
    ],
    [
      "$gt of null",
      { query: "x", filters: { a: { $gt: null } } },
      /^filters\.a\.\$gt: must be a number or a string, got null/,
    ],
    ["$in of text", { query: "x", filters: { a: { $in: "b" } } }, /^filters\.a\.\$in: must be an array/],
    [
      "$in of 1001",
      { query: "x", filters: { a: { $in: Array.from({ length: 1_001 }, (_, index) => index) } } },
      /^filters\.a\.\$in: has 1001 values; at most 1000/,
    ],
    [
      "$exists of a number",
      { query: "x", filters: { a: { $exists: 1 } } },
      /^filters\.a\.\$exists: must be true or false/,
    ],
    [
      "17 levels",
      { query: "x", filters: JSON.parse(`${'{"$not":'.repeat(17)}{"a":1}${"}".repeat(17)}`) as unknown },
      /^filters(\.\$not)+: nested deeper than 16 levels/,
    ],
    [
      "257 conditions",
      { query: "x", filters: { $or: Array.from({ length: 257 }, () => ({ a: 1 })) } },
      /more than 256 conditions/,
    ],
    [
      "a query of 3,000 characters that expand to 54,000",
      { query: "\ufdfa".repeat(3_000) },
      /^query: must be at most 32768 characters with compatibility characters written out, got 54000$/,
    ],
    ["a query of 32,769 characters", { query: "x".repeat(32_769) }, /^query: must be text of at most 32,768/],
  ];
  test.each(bodies)("%s", async (_what, body, detail) => {
    const answer = await server.api.badQuery("zoo", body);
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } });
  });

  test("an unknown collection returns 404", async () => {
    expect(await server.api.badQuery("no_such", { query: "x" })).toMatchObject({
      status: 404,
      body: { detail: 'collection "no_such" does not exist' },
    });
  });
});

test("matches are highlighted on request, in full or in fragments", async () => {
  const { api } = server;
  await api.createCollection("shown");
  await api.ingest({ collection: "shown", filename: "a.txt", bytes: "Herons stand still. The ferries leave at nine." });
  const ask = (highlight: unknown, path = "/v1/collections/shown/query", more: object = {}) =>
    api.call<{ results: { highlights?: unknown }[]; detail?: string }>("POST", path, {
      json: { query: "ferry", search_mode: "keyword", highlight, ...more },
    });
  const whole = {
    text: "Herons stand still. The ferries leave at nine.",
    offset: 0,
    matches: [{ start: 24, end: 31 }],
  };
  expect((await ask(true)).body.results[0]!.highlights).toEqual([whole]);
  expect((await ask({})).body.results[0]!.highlights).toEqual([whole]);
  expect((await ask(true, "/v1/query", { collections: ["shown"] })).body.results[0]!.highlights).toEqual([whole]);
  const part = { text: "The ferries leave at nine.", offset: 20, matches: [{ start: 4, end: 11 }] };
  expect((await ask({ fragments: 1, fragment_chars: 30 })).body.results[0]!.highlights).toEqual([part]);
  for (const none of [false, null, undefined]) {
    expect((await ask(none)).body.results[0]).not.toHaveProperty("highlights");
  }
  const refused = async (highlight: unknown) => {
    const { status, body } = await ask(highlight);
    return [status, body.detail];
  };
  expect(await refused(1)).toEqual([400, "highlight: must be true, false or an object, got 1"]);
  expect(await refused({ fragments: 11 })).toEqual([
    400,
    "highlight.fragments: must be an integer from 1 to 10, got 11",
  ]);
  expect(await refused({ fragment: 1 })).toEqual([
    400,
    'highlight.fragment: is not a field of this request; did you mean "fragments"?',
  ]);
});

test("the texts of a batch are limited in total", async () => {
  const batch = (count: number) =>
    server.api.call("POST", "/v1/batch/query", {
      json: { queries: Array.from({ length: count }, () => ({ collection: "zoo", query: "penguin ".repeat(4_000) })) },
    });
  expect((await batch(4)).status).toBe(200);
  expect(await batch(5)).toMatchObject({
    status: 400,
    body: {
      detail:
        "queries: their texts must be at most 131072 characters in sum, with compatibility characters written out, got 160000",
    },
  });
});

test("a query of the maximum length returns results", async () => {
  for (const search_mode of MODES) {
    const answer = await server.api.query("zoo", { query: "penguin desert ".repeat(2_184), search_mode });
    expect(answer.total).toBeGreaterThan(0);
  }
});
