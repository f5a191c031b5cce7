import { beforeAll, describe, expect, test } from "vitest";
import type { Failure } from "../harness/api.ts";
import type { QueryAnswer, QueryResult } from "../harness/resources.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";

const server = useSharedServer();

type MultiResult = QueryResult & { readonly collection: string };

interface MultiAnswer {
  readonly results: readonly MultiResult[];
  readonly query: string;
  readonly total: number;
}

interface Explained extends QueryResult {
  readonly expanded_text?: string;
  readonly explanation?: Record<string, number | null>;
}

const multi = (json: unknown) => server.api.call<MultiAnswer & Failure>("POST", "/v1/query", { json });
const batch = (queries: unknown) =>
  server.api.call<{ results: QueryAnswer[] } & Failure>("POST", "/v1/batch/query", { json: { queries } });

const text = (collection: string, filename: string, bytes: string, metadata: unknown = {}) =>
  server.api.ingest({ collection, filename, bytes, metadata });

/** Paragraphs long enough that each becomes a chunk of its own. */
const LONG = Array.from({ length: 12 }, (_, index) =>
  Array.from({ length: 12 }, (_, at) => `Sentence ${at} of paragraph number ${index} speaks of topic${index}.`).join(
    " ",
  ),
).join("\n\n");

let longId = "";

beforeAll(async () => {
  await server.api.createCollection("birds");
  await server.api.createCollection("boats");
  await server.api.createCollection("long_texts", { chunk_size: 64, chunk_overlap: 16 });
  await text("birds", "heron.txt", "The grey heron waits for fish at the river.", { kind: "animal", year: 2020 });
  await text("birds", "swift.txt", "The swift sleeps on the wing, far above the river.", {
    kind: "animal",
    year: 2022,
  });
  await text("boats", "barge.txt", "The barge carries gravel along the river.", { kind: "vessel", year: 2021 });
  const document = await text("long_texts", "long.txt", LONG);
  expect(document.status).toBe("ready");
  longId = document.id;
});

describe("POST /v1/query", () => {
  test("merges results by score, names the collection of each, and returns the query", async () => {
    for (const search_mode of ["semantic", "keyword", "hybrid"]) {
      const answer = await multi({ query: "river", collections: ["boats", "birds"], search_mode });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body).sort()).toEqual(["query", "results", "total"]);
      expect(answer.body).toMatchObject({ query: "river", total: 3 });
      const { results } = answer.body;
      expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).toSorted((a, b) => b - a));
      expect(results.map(({ collection }) => collection).toSorted()).toEqual(["birds", "birds", "boats"]);
      for (const result of results) {
        expect(Object.keys(result).sort()).toEqual(
          ["chunk_index", "collection", "document_id", "id", "metadata", "score", "text"].toSorted(),
        );
        const single = await server.api.query(result.collection, { query: "river", search_mode });
        const { collection: _, ...same } = result;
        expect(single.results).toContainEqual(same);
      }
    }
  });

  test("top_k applies per collection, and a repeated collection is searched once", async () => {
    const one = await multi({
      query: "river",
      collections: ["birds", "boats", "birds"],
      search_mode: "keyword",
      top_k: 1,
    });
    expect(one.body.results.map(({ collection }) => collection).toSorted()).toEqual(["birds", "boats"]);
    const all = await multi({ query: "river", collections: ["birds", "boats", "birds"], search_mode: "keyword" });
    expect(all.body.total).toBe(3);
  });

  test("filters and min_score apply to every collection", async () => {
    const filtered = await multi({
      query: "river",
      collections: ["birds", "boats"],
      search_mode: "keyword",
      filters: { year: { $gte: 2021 } },
    });
    expect(filtered.body.results.map(({ metadata }) => metadata["year"]).toSorted()).toEqual([2021, 2022]);
    const scores = (await multi({ query: "river", collections: ["birds", "boats"], search_mode: "keyword" })).body
      .results;
    const least = scores[0]!.score;
    const prefix = await multi({
      query: "river",
      collections: ["birds", "boats"],
      search_mode: "keyword",
      min_score: least,
    });
    expect(prefix.body.results).toEqual(scores.filter(({ score }) => score >= least));
  });

  const refused: readonly [string, unknown, number, RegExp][] = [
    ["an unknown collection", { query: "x", collections: ["birds", "nowhere"] }, 404, /collections\[1\].*"nowhere"/],
    ["no collections", { query: "x" }, 400, /^collections: must have at least 1 item/],
    ["an empty list", { query: "x", collections: [] }, 400, /^collections: must have at least 1 item, got 0/],
    [
      "a name instead of a list",
      { query: "x", collections: "birds" },
      400,
      /^collections: must be an array, got "birds"/,
    ],
    ["no query", { collections: ["birds"] }, 400, /^query: is required/],
    ["a blank query", { query: " \t", collections: ["birds"] }, 400, /^query: /],
    ["top_k 0", { query: "x", collections: ["birds"], top_k: 0 }, 400, /^top_k: .* got 0/],
    ["top_k 1001", { query: "x", collections: ["birds"], top_k: 1001 }, 400, /^top_k: .* got 1001/],
    ["an unknown mode", { query: "x", collections: ["birds"], search_mode: "x" }, 400, /^search_mode: must be one of/],
    [
      "an unknown operator",
      { query: "x", collections: ["birds"], filters: { year: { $near: 1 } } },
      400,
      /^filters\.year\.\$near: unknown operator/,
    ],
    ["expand 11", { query: "x", collections: ["birds"], expand: 11 }, 400, /^expand: must be an integer from 0 to 10/],
  ];
  test.each(refused)("rejects %s", async (_what, json, status, detail) => {
    expect(await multi(json)).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } });
  });
});

describe("POST /v1/batch/query", () => {
  test("returns the results of the single queries, in input order", async () => {
    const items = [
      { collection: "boats", query: "gravel", search_mode: "keyword" },
      { collection: "birds", query: "river", top_k: 1, search_mode: "hybrid" },
      { collection: "birds", query: "river", filters: { year: 2022 } },
      { collection: "birds", query: "gravel", search_mode: "keyword" },
    ];
    const answer = await batch(items);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(["results"]);
    const singles = [];
    for (const { collection, ...body } of items) singles.push(await server.api.query(collection, body));
    expect(answer.body.results).toEqual(singles);
    expect(answer.body.results.map(({ total }) => total)).toEqual([1, 1, 1, 0]);
  });

  test("scores equal those of single queries exactly, in all modes, with and without filters", async () => {
    const filters = [undefined, { year: { $gte: 2021 } }, { kind: "animal" }];
    const items = ["semantic", "keyword", "hybrid"].flatMap((search_mode) =>
      filters.flatMap((filters) =>
        ["river", "grey heron"].map((query) => ({ collection: "birds", query, search_mode, filters })),
      ),
    );
    const singles = [];
    for (const { collection, ...body } of items) singles.push(await server.api.query(collection, body));
    const answer = await batch(items);
    expect(answer.body.results).toEqual(singles);
    expect(new Set(singles.map(({ total }) => total))).toEqual(new Set([0, 1, 2]));
  });

  test("accepts 20 queries and rejects 21", async () => {
    const item = { collection: "birds", query: "river" };
    expect((await batch(Array.from({ length: 20 }, () => item))).body.results).toHaveLength(20);
    const refused = await batch(Array.from({ length: 21 }, () => item));
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/^queries: .* got 21/) } });
  });

  const good = { collection: "birds", query: "river" };
  const refused: readonly [string, unknown, number, RegExp][] = [
    ["no queries", undefined, 400, /^queries: must have 1 to 20 items, got 0/],
    ["an empty list", [], 400, /^queries: must have 1 to 20 items, got 0/],
    ["an unknown collection", [good, good, { ...good, collection: "nowhere" }], 404, /queries\[2\].*"nowhere"/],
    ["no collection", [good, { query: "x" }], 400, /^queries\[1\]\.collection: is required/],
    ["a blank query", [good, { ...good, query: " " }], 400, /^queries\[1\]\.query: /],
    ["top_k 0", [good, { ...good, top_k: 0 }], 400, /^queries\[1\]\.top_k: .* got 0/],
    [
      "an unknown operator",
      [good, good, good, { ...good, filters: { year: { $near: 1 } } }],
      400,
      /^queries\[3\]\.filters\.year\.\$near: unknown operator/,
    ],
    ["an item that is not an object", [good, 5], 400, /^queries\[1\]: must be an object, got 5/],
  ];
  test.each(refused)("rejects %s", async (_what, queries, status, detail) => {
    expect(await batch(queries)).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } });
  });
});

describe("rerank", () => {
  test("without a reranker the order is unchanged and the header is skipped; without rerank it is absent", async () => {
    const plain = await multi({ query: "river", collections: ["birds"], rerank: false });
    expect(plain.headers.get("x-rerank-status")).toBeNull();
    const requested = await multi({ query: "river", collections: ["birds"], rerank: true });
    expect(requested.headers.get("x-rerank-status")).toBe("skipped");
    expect(requested.body).toEqual(plain.body);
    const batched = await batch([{ collection: "birds", query: "river", rerank: true }]);
    expect(batched.headers.get("x-rerank-status")).toBe("skipped");
  });

  test("a vector-only search skips the collection's reranking, and reports it", async () => {
    const name = "judged_vectors";
    const settings = { name, embedding_provider: "none", dimension: 2, reranking_enabled: true };
    await server.api.expect(201, "POST", "/v1/collections", { json: settings });
    const vectors = [{ id: "a", text: "heron", embedding: [1, 0], metadata: {} }];
    await server.api.expect(200, "POST", `/v1/collections/${name}/vectors/upsert`, { json: { vectors } });
    const found = await server.api.call("POST", `/v1/collections/${name}/query`, { json: { vector: [1, 0] } });
    expect([found.status, found.headers.get("x-rerank-status")]).toEqual([200, "skipped"]);
  });
});

describe("explain", () => {
  const explained = async (search_mode: string) =>
    (await server.api.query("birds", { query: "river heron", search_mode, explain: true })) as Omit<
      QueryAnswer,
      "results"
    > & {
      readonly results: readonly Explained[];
      readonly timings: Record<string, number | null>;
      readonly explanation: object;
    };

  test("hybrid: reports both branches with their ranks, and the fused score equals the score", async () => {
    const { results, timings } = await explained("hybrid");
    for (const { explanation, score } of results) {
      expect(Object.keys(explanation!).sort()).toEqual([
        "alpha",
        "fused_score",
        "keyword_rank",
        "keyword_score",
        "rerank_score",
        "semantic_rank",
        "semantic_score",
      ]);
      expect(explanation).toMatchObject({ fused_score: score, rerank_score: null });
    }
    expect(results[0]!.explanation).toMatchObject({ keyword_rank: 1, semantic_rank: 1 });
    expect(results[1]!.explanation).toMatchObject({ keyword_rank: 2, semantic_rank: 2 });
    expect(timings).toMatchObject({ rerank_ms: null, total_ms: expect.any(Number), embed_ms: expect.any(Number) });
  });

  test("one branch: the fields of the other are null", async () => {
    const keyword = await explained("keyword");
    expect(keyword.results[0]!.explanation).toEqual({
      semantic_score: null,
      semantic_rank: null,
      keyword_score: keyword.results[0]!.score,
      keyword_rank: 1,
      fused_score: null,
      rerank_score: null,
      alpha: null,
    });
    expect(keyword.timings["embed_ms"]).toBeNull();
    const semantic = await explained("semantic");
    expect(semantic.results.map(({ explanation }) => explanation!["semantic_rank"])).toEqual([1, 2]);
    expect(semantic.results[0]!.explanation).toMatchObject({ keyword_rank: null, fused_score: null });
  });

  test("without explain there are no explanations and no timings, and the results are the same", async () => {
    const { results, timings: _, explanation: _query, ...rest } = await explained("hybrid");
    const plain = await server.api.query("birds", { query: "river heron", search_mode: "hybrid" });
    expect(plain).toEqual({ ...rest, results: results.map(({ explanation: _gone, ...result }) => result) });
  });

  test("several collections: explains each result, and reports timings", async () => {
    const answer = await multi({ query: "river", collections: ["birds", "boats"], explain: true });
    expect(answer.body).toMatchObject({ timings: { total_ms: expect.any(Number) } });
    for (const result of answer.body.results) expect(result).toHaveProperty("explanation.semantic_rank");
  });
});

describe("expand", () => {
  const expanded = async (expand: number) => {
    const body = { query: "topic6", search_mode: "keyword", top_k: 1, expand };
    return (await server.api.query("long_texts", body)).results[0] as Explained;
  };

  test("adds the text of neighboring chunks, with overlaps once", async () => {
    const chunks = await server.api.chunks("long_texts", longId);
    expect(chunks.length).toBeGreaterThan(8);
    for (const count of [1, 2]) {
      const result = await expanded(count);
      const [first, last] = [chunks[result.chunk_index - count]!, chunks[result.chunk_index + count]!];
      // The offsets refer to the text file's own text.
      expect(result.expanded_text).toBe(LONG.slice(first.metadata.start_char, last.metadata.end_char));
      expect(result.expanded_text).toContain(result.text);
    }
  });

  test("adds only existing neighbors at the start of a document", async () => {
    const chunks = await server.api.chunks("long_texts", longId);
    const body = { query: "topic0", search_mode: "keyword", filters: { chunk_index: 0 }, top_k: 1, expand: 1 };
    const [result] = (await server.api.query("long_texts", body)).results as readonly Explained[];
    expect(result!.expanded_text).toBe(LONG.slice(0, chunks[1]!.metadata.end_char));
  });

  test("0 adds no field, and values outside 0 to 10 return 400", async () => {
    expect(await expanded(0)).not.toHaveProperty("expanded_text");
    for (const expand of [-1, 11, 1.5, "1"]) {
      const answer = await server.api.badQuery("long_texts", { query: "x", expand });
      expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/^expand: /) } });
    }
  });

  test("a direct vector is expanded to its own text", async () => {
    await server.api.createCollection("direct", { dimension: 8 });
    const vectors = [{ id: "v", embedding: [1, 0, 0, 0, 0, 0, 0, 0], text: "alone at sea" }];
    await server.api.expect(200, "POST", "/v1/collections/direct/vectors/upsert", { json: { vectors } });
    const { results } = await server.api.query("direct", { query: "sea", search_mode: "keyword", expand: 3 });
    expect(results).toMatchObject([{ text: "alone at sea", expanded_text: "alone at sea" }]);
  });
});
