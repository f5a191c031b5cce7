import { beforeAll, describe, expect, test } from "vitest";
import type { Failure } from "../harness/api.ts";
import type { Collection, QueryAnswer, QueryResult } from "../harness/resources.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";

const server = useSharedServer();

interface Explained extends QueryResult {
  readonly explanation: Readonly<Record<string, number | null>>;
}

interface Correction {
  readonly word: string;
  readonly replacement: string;
  readonly collection?: string;
}

interface ExplainedAnswer {
  readonly results: readonly Explained[];
  readonly explanation: { readonly corrections: readonly Correction[] };
}

/** Each paragraph is a chunk of its own. */
const paragraphs = (words: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${words} ${index} `.repeat(24)).join("\n\n");

beforeAll(async () => {
  for (const name of ["rivers", "harbours"]) {
    await server.api.createCollection(name, { chunk_size: 64, chunk_overlap: 0 });
    await server.api.ingest({ collection: name, filename: "long.txt", bytes: paragraphs("river barge", 12) });
    await server.api.ingest({ collection: name, filename: "short.txt", bytes: paragraphs("river heron", 3) });
    await server.api.ingest({ collection: name, filename: "other.txt", bytes: "The river freezes in hard winters." });
  }
});

const MODES = ["semantic", "keyword", "hybrid"];

/** Sends one query through all three entry points. Returns the responses for one collection. */
const everyWay = async (body: Record<string, unknown>): Promise<readonly (readonly QueryResult[])[]> => {
  const { results: single } = await server.api.query("rivers", body);
  const json = { ...body, collections: ["rivers"] };
  const multi = await server.api.expect<QueryAnswer>(200, "POST", "/v1/query", { json });
  const queries = [{ ...body, collection: "rivers" }];
  const batch = await server.api.expect<{ results: QueryAnswer[] }>(200, "POST", "/v1/batch/query", {
    json: { queries },
  });
  return [single, multi.results, batch.results[0]!.results];
};

describe("max_chunks_per_document", () => {
  test.each(MODES)("%s: limits chunks per document, and fills up to top_k from others", async (search_mode) => {
    const ask = { query: "river barge", search_mode, top_k: 5 };
    for (const results of await everyWay({ ...ask, max_chunks_per_document: 2 })) {
      expect(results).toHaveLength(5);
      const counts = Map.groupBy(results, ({ metadata }) => String(metadata["filename"]));
      expect(counts.get("long.txt")).toHaveLength(2);
      expect(counts.get("short.txt")).toHaveLength(2);
      expect(counts.get("other.txt")).toHaveLength(1);
      expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).toSorted((a, b) => b - a));
    }
    const [unlimited] = await everyWay(ask);
    expect(unlimited!.every(({ metadata }) => metadata["filename"] === "long.txt")).toBe(true);
  });
});

describe("diversity", () => {
  test.each(MODES)("%s: ranks another document second, without changing scores", async (search_mode) => {
    const ask = { query: "river barge", search_mode, top_k: 100 };
    const [plain] = await everyWay(ask);
    const scores = new Map(plain!.map(({ id, score }) => [id, score]));
    for (const results of await everyWay({ ...ask, diversity: 0.8 })) {
      expect(results[0]!.id).toBe(plain![0]!.id);
      expect(results[1]!.metadata["filename"]).not.toBe("long.txt");
      for (const { id, score } of results) expect(score).toBeCloseTo(scores.get(id)!, 9);
    }
  });

  test("several collections each have the order of their single query", async () => {
    const ask = { query: "river barge", search_mode: "hybrid", top_k: 4, diversity: 0.8 };
    const json = { ...ask, collections: ["rivers", "harbours"] };
    const { results } = await server.api.expect<{ results: (QueryResult & { collection: string })[] }>(
      200,
      "POST",
      "/v1/query",
      { json },
    );
    for (const name of ["rivers", "harbours"]) {
      const single = await server.api.query(name, ask);
      const own = results.filter(({ collection }) => collection === name);
      expect(own.map(({ id }) => id)).toEqual(single.results.map(({ id }) => id));
    }
  });
});

describe("alpha", () => {
  const hybrid = async (body: Record<string, unknown> = {}) => {
    const ask = { query: "river heron", search_mode: "hybrid", explain: true, ...body };
    return ((await server.api.query("rivers", ask)) as unknown as ExplainedAnswer).results;
  };
  const put = (json: unknown) => server.api.call<Collection & Failure>("PUT", "/v1/collections/rivers", { json });
  const defaultAlpha = async () => {
    const collection = await server.api.expect<Record<string, unknown>>(200, "GET", "/v1/collections/rivers");
    return collection["default_alpha"];
  };

  test("is the query's, else the collection's, else the embedder's; explain reports the value used", async () => {
    for (const { score, explanation } of await hybrid({ alpha: 0.9 })) {
      expect(explanation["alpha"]).toBe(0.9);
      expect(score).toBeCloseTo(0.9 * explanation["semantic_score"]! + 0.1 * explanation["keyword_score"]!, 9);
    }
    expect(await defaultAlpha()).toBeUndefined();
    const embedders = (await hybrid())[0]!.explanation["alpha"];
    // Greater than the 0.3 of large collections: this collection has only a few chunks.
    expect(embedders).toBeGreaterThan(0.5);
    expect(embedders).toBeLessThan(0.6);
    expect((await put({ default_alpha: 0.75 })).status).toBe(200);
    expect(await defaultAlpha()).toBe(0.75);
    expect((await hybrid())[0]!.explanation["alpha"]).toBe(0.75);
    expect((await hybrid({ alpha: 0 }))[0]!.explanation["alpha"]).toBe(0);
    await put({ description: "kept" });
    expect(await defaultAlpha()).toBe(0.75);
    await put({ default_alpha: null });
    expect(await defaultAlpha()).toBeUndefined();
    expect((await hybrid())[0]!.explanation["alpha"]).toBe(embedders);
    const single = await hybrid({ search_mode: "keyword" });
    expect(single[0]!.explanation["alpha"]).toBeNull();
  });

  test("is returned when a collection is created", async () => {
    expect(await server.api.createCollection("weighed", { default_alpha: 0 })).toMatchObject({ default_alpha: 0 });
  });
});

describe("corrections", () => {
  test("are reported with explain, by collection if there are several, and applied to the search", async () => {
    const ask = { query: "river heorn", search_mode: "semantic", top_k: 3 };
    const answer = (await server.api.query("rivers", { ...ask, explain: true })) as unknown as ExplainedAnswer;
    expect(answer.explanation.corrections).toEqual([{ word: "heorn", replacement: "heron" }]);
    expect(answer.results.every(({ metadata }) => metadata["filename"] === "short.txt")).toBe(true);
    expect(Object.keys(await server.api.query("rivers", ask)).sort()).toEqual([
      "collection",
      "query",
      "results",
      "total",
    ]);
    const json = { ...ask, explain: true, collections: ["rivers", "harbours"] };
    const multi = await server.api.expect<ExplainedAnswer>(200, "POST", "/v1/query", { json });
    expect(multi.explanation.corrections).toEqual(
      ["rivers", "harbours"].map((collection) => ({ word: "heorn", replacement: "heron", collection })),
    );
  });
});

test.each([
  ["alpha", -0.01],
  ["alpha", 1.01],
  ["alpha", "0.5"],
  ["diversity", 1.5],
  ["diversity", -1],
  ["max_chunks_per_document", 0],
  ["max_chunks_per_document", 1001],
  ["max_chunks_per_document", 1.5],
])("%s: %j is rejected by every query endpoint, with the field's name", async (field, value) => {
  const body = { query: "river", [field]: value };
  const single = await server.api.badQuery("rivers", body);
  const multi = await server.api.call("POST", "/v1/query", { json: { ...body, collections: ["rivers"] } });
  const queries = [{ ...body, collection: "rivers" }];
  const batch = await server.api.call("POST", "/v1/batch/query", { json: { queries } });
  for (const { status, body: failure } of [single, multi, batch]) {
    expect(status).toBe(400);
    expect(failure.detail).toContain(field);
  }
  if (field !== "alpha") return;
  const created = await server.api.call("POST", "/v1/collections", { json: { name: "refused", default_alpha: value } });
  expect(created.status).toBe(400);
  expect((created.body as Failure).detail).toContain("default_alpha");
});
