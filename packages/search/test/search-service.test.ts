import type { Passage } from "@quarry/index";
import { compareStrings, compileFilter, parseFilter } from "@quarry/plugin/domain";
import { PluginError, type RerankerV1 } from "@quarry/plugin";
import { Effect } from "effect";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { SearchReranker } from "../src/index.ts";
import { filter, passage, query } from "./support/arbitraries.ts";
import { exactVectorStore } from "./support/exact-vector-store.ts";
import { openIndex, run } from "./support/open-index.ts";
import { referenceSearch } from "./support/reference-bm25.ts";
import { searchFixture } from "./support/search-fixture.ts";
import { unit, wordVector } from "./support/word-embedder.ts";

// Shared by all tests, because starting its threads takes longer than most of them.
const open = await openIndex();
afterAll(() => open[Symbol.asyncDispose]());

let collections = 0;
const newCollection = (): string => `c${++collections}`;

const MODES = ["semantic", "keyword", "hybrid"] as const;

const passageOf = (number: number, text: string, more: Partial<Passage> = {}): Passage => ({
  id: `chunk-${String(number).padStart(4, "0")}`,
  documentId: "handbook",
  generation: 1,
  chunkIndex: number,
  text,
  contextText: "",
  metadata: { document_id: "handbook", chunk_index: number },
  tokenCount: 3,
  ...more,
});

/** Returns the scores by the formulas, for every passage. */
const referenceScores = (passages: readonly Passage[], question: string, alpha: number) => {
  const requested = unit(wordVector(question));
  const keyword = new Map(referenceSearch(passages, question).map(({ id, score }) => [id, score]));
  return new Map(
    passages.map(({ id, text }) => {
      const cosine = unit(wordVector(text)).reduce((sum, value, index) => sum + value * requested[index]!, 0);
      const semanticPart = Math.min(1, Math.max(0, cosine));
      const keywordPart = keyword.get(id) ?? 0;
      return [
        id,
        { semantic: semanticPart, keyword: keywordPart, hybrid: alpha * semanticPart + (1 - alpha) * keywordPart },
      ];
    }),
  );
};

describe("search", () => {
  test("scores follow the formulas, within the filter, for live generations only, filled up to topK", async () => {
    const live = fc.record({ d1: fc.constantFrom(1, 2), d2: fc.constantFrom(1, 2) });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(passage, { selector: ({ id }) => id, minLength: 1, maxLength: 40 }),
        live,
        query,
        filter,
        fc.constantFrom("exact" as const, "none" as const),
        async (passages, liveGenerations, question, requested, storeFilters) => {
          const fixture = await searchFixture(open, newCollection(), exactVectorStore(storeFilters));
          await fixture.add(passages);
          for (const [id, generation] of Object.entries(liveGenerations)) fixture.live.set(id, generation);
          const matches = requested === undefined ? () => true : compileFilter(requested);
          const allowed = passages.filter(
            ({ documentId, generation, metadata }) =>
              matches(metadata) && (documentId === "" || fixture.live.get(documentId) === generation),
          );
          const expected = referenceScores(passages, question, 0.3);
          for (const mode of MODES) {
            const all = await fixture.search({ query: question, mode, filter: requested, topK: 1_000 });
            const findable = allowed.filter(({ id }) => mode !== "keyword" || expected.get(id)!.keyword > 0);
            const isKnown = mode !== "semantic" || wordVector(question).some((value) => value !== 0);
            if (mode !== "hybrid" && isKnown) expect(all.results.length).toBe(findable.length);
            for (const { id, score, metadata } of all.results) {
              expect(allowed.some((other) => other.id === id)).toBe(true);
              expect(score).toBeCloseTo(expected.get(id)![mode], 5);
              expect(metadata).toEqual(passages.find((other) => other.id === id)!.metadata);
            }
            const scoring = all.results.filter(({ score }) => score > 0);
            const order = scoring.toSorted((a, b) => b.score - a.score || compareStrings(a.id, b.id));
            expect(all.results.slice(0, scoring.length)).toEqual(order);
            const some = await fixture.search({ query: question, mode, filter: requested, topK: 2 });
            expect(some.results.length).toBe(Math.min(2, all.results.length));
            for (const { id, score } of some.results) expect(score).toBeCloseTo(expected.get(id)![mode], 5);
            const threshold = all.results[Math.floor(all.results.length / 2)]?.score ?? 0.5;
            const above = await fixture.search({
              query: question,
              mode,
              filter: requested,
              topK: 1_000,
              minScore: threshold,
            });
            expect(above.results).toEqual(all.results.filter(({ score }) => score >= threshold));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test.each(MODES)("%s fills topK although most of the best candidates are not live", async (mode) => {
    const fixture = await searchFixture(open, newCollection());
    const dead = Array.from({ length: 900 }, (_, number) =>
      passageOf(number, "granite rock", { documentId: number % 2 === 0 ? "deleted" : "handbook", generation: 7 }),
    );
    const alive = Array.from({ length: 30 }, (_, number) =>
      passageOf(5_000 + number, `granite rock water river bridge ${"night ".repeat(number)}`),
    );
    await fixture.add([...dead, ...alive]);
    fixture.live.set("handbook", 1);
    const { results } = await fixture.search({ query: "granite rock", mode, topK: 20 });
    expect(results.length).toBe(20);
    expect(results.every(({ documentId, generation }) => documentId === "handbook" && generation === 1)).toBe(true);
  });

  // Regression: liveness was read again for every batch of a query, so one response contained chunks of two
  // generations.
  test("a response never mixes two generations of a document", async () => {
    const fixture = await searchFixture(open, newCollection());
    const generationOf = (generation: number) =>
      Array.from({ length: 40 }, (_, number) =>
        passageOf(number, `granite rock ${"night ".repeat(number)}`, { id: `g${generation}-${number}`, generation }),
      );
    const others = Array.from({ length: 40 }, (_, number) =>
      passageOf(number, "granite rock", { id: `gone-${number}`, documentId: "deleted" }),
    );
    await fixture.add([...generationOf(1), ...generationOf(2), ...others]);
    let requested = 0;
    const liveGenerations = (ids: readonly string[]) =>
      Effect.sync(() => {
        requested += 1;
        return new Map(ids.filter((id) => id === "handbook").map((id) => [id, requested > 1 ? 2 : 1] as const));
      });
    const { results } = await fixture.search({ query: "granite rock", mode: "keyword", topK: 20 }, { liveGenerations });
    expect(results.length).toBe(20);
    expect(new Set(results.map(({ generation }) => generation)).size).toBe(1);
  });

  // Regression: candidates found just before a document got its next generation were dropped, and the document with them.
  test("a document replaced during a search is still found", async () => {
    const fixture = await searchFixture(open, newCollection());
    await fixture.add([passageOf(1, "granite rock", { id: "old" })]);
    let switched = false;
    const liveGenerations = (ids: readonly string[]) =>
      Effect.promise(async () => {
        if (!switched) await fixture.add([passageOf(1, "granite rock", { id: "new", generation: 2 })]);
        switched = true;
        return new Map(ids.map((id) => [id, 2] as const));
      });
    const { results } = await fixture.search({ query: "granite rock", topK: 5 }, { liveGenerations });
    expect(results.map(({ id }) => id)).toEqual(["new"]);
  });

  // Regression: while 60 documents were reprocessed, one in a hundred responses lacked one that was replaced during the
  // second lookup.
  test.each(MODES)("%s finds documents that are replaced one after another between liveness checks", async (mode) => {
    const fixture = await searchFixture(open, newCollection());
    const names = ["first", "second", "third"];
    const passagesOf = (generation: number) =>
      names.map((documentId, number) =>
        passageOf(number, `granite ${documentId}`, { id: `${documentId}-${generation}`, documentId, generation }),
      );
    await fixture.add(passagesOf(1));
    for (const name of names) fixture.live.set(name, 1);
    // Each liveness check finds one more document that has just been replaced.
    const left = [...names];
    const liveGenerations: typeof fixture.target.liveGenerations = (ids) =>
      Effect.promise(async () => {
        const name = left.shift();
        if (name !== undefined) {
          await fixture.add(passagesOf(2).filter(({ documentId }) => documentId === name));
          fixture.live.set(name, 2);
        }
        return new Map(ids.map((id) => [id, fixture.live.get(id)!] as const));
      });
    const { results } = await fixture.search({ query: "granite", mode, topK: 5 }, { liveGenerations });
    expect(results.map(({ id }) => id).sort()).toEqual(names.map((name) => `${name}-2`).sort());
  });

  test.each(MODES)("%s finds a document whose old chunks are removed during the search", async (mode) => {
    const vectorStore = exactVectorStore();
    const collection = newCollection();
    const fixture = await searchFixture(open, collection, vectorStore);
    await fixture.add([passageOf(1, "granite rock", { id: "old" })]);
    let isReplaced = false;
    const replace = Effect.promise(async () => {
      if (isReplaced) return;
      isReplaced = true;
      await fixture.add([passageOf(1, "granite rock", { id: "new", generation: 2 })]);
      await run(open.index.removeIds(collection, ["old"]));
      fixture.live.set("handbook", 2);
    });
    // Runs between finding the chunks and reading them. A keyword search finds them with their texts.
    const index: typeof open.index = {
      ...open.index,
      getSome: (name, ids) => Effect.andThen(replace, open.index.getSome(name, ids)),
      keywordSearch: (name, request) =>
        Effect.tap(open.index.keywordSearch(name, request), () => (mode === "keyword" ? replace : Effect.void)),
    };
    const watched = await searchFixture({ ...open, index }, collection, vectorStore);
    const { results } = await watched.search(
      { query: "granite rock", mode },
      { liveGenerations: fixture.target.liveGenerations },
    );
    expect(results.map(({ id }) => id)).toEqual(["new"]);
  });

  test("the hybrid score of a passage does not depend on topK", async () => {
    const fixture = await searchFixture(open, newCollection());
    const words = ["granite", "rock", "water", "river", "bridge", "night", "engine"];
    const text = (number: number) => words.filter((_, bit) => (number >> bit) & 1).join(" ");
    await fixture.add(
      Array.from({ length: 600 }, (_, number) => passageOf(number, `${text(number % 128)} ${text(number % 61)} stone`)),
    );
    fixture.live.set("handbook", 1);
    const scores = new Map<string, number>();
    for (const topK of [1, 7, 50, 300]) {
      const { results } = await fixture.search({ query: "granite bridge engine", topK });
      expect(results.length).toBe(topK);
      for (const { id, score } of results) expect(score).toBeCloseTo(scores.get(id) ?? score, 6);
      for (const { id, score } of results) scores.set(id, score);
    }
  });

  // Regression: the farthest passages, whose scores are all 0, were sorted by id only after they had been truncated at
  // topK.
  test.each([
    ["semantic", undefined],
    ["hybrid", 0],
  ] as const)(
    "%s with alpha %s returns the same results for every topK, including those with score 0",
    async (mode, alpha) => {
      const fixture = await searchFixture(open, newCollection());
      const words = ["granite", "rock", "water", "river", "bridge", "night", "engine"];
      const passages = Array.from({ length: 127 }, (_, number) =>
        passageOf((number * 37) % 127, words.filter((_word, bit) => ((number + 1) >> bit) & 1).join(" ")),
      );
      await fixture.add(passages);
      fixture.live.set("handbook", 1);
      // Points away from most of the passages.
      const away = unit(
        wordVector("granite").map((value, index) => value - 2 * wordVector("rock water river")[index]!),
      );
      const ask = async (topK: number) => {
        const request = { query: "unheardof", mode, topK, ...(alpha !== undefined && { alpha }) };
        const { results } = await fixture.search(request, { embedQuery: () => Effect.succeed(away) });
        return results.map(({ id }) => id);
      };
      const all = await ask(127);
      for (const topK of [1, 20, 50, 90, 120]) expect(await ask(topK)).toEqual(all.slice(0, topK));
    },
  );

  test("a query unknown to the embedder has no semantic hits and is not an error", async () => {
    const fixture = await searchFixture(open, newCollection());
    await fixture.add([passageOf(1, "unheardof granite"), passageOf(2, "slate")]);
    fixture.live.set("handbook", 1);
    expect((await fixture.search({ query: "unheardof", mode: "semantic" })).results).toEqual([]);
    const { results } = await fixture.search({ query: "unheardof", mode: "hybrid" });
    expect(results.map(({ id, parts }) => [id, parts?.semantic])).toEqual([["chunk-0001", 0]]);
    expect(results[0]!.score).toBeCloseTo(0.7 * results[0]!.parts!.keyword!, 9);
  });

  test("direct vectors are always live and report the document and chunk index from their metadata", async () => {
    const fixture = await searchFixture(open, newCollection());
    const direct = { documentId: "", generation: 0, chunkIndex: 0 };
    await fixture.add([
      passageOf(1, "granite", { ...direct, metadata: { document_id: "theirs", chunk_index: 4 } }),
      passageOf(2, "granite", { ...direct, metadata: { document_id: 5, chunk_index: 1.5 } }),
    ]);
    const { results } = await fixture.search({ mode: "keyword" });
    expect(results.map(({ documentId, chunkIndex }) => [documentId, chunkIndex])).toEqual([
      ["theirs", 4],
      ["", 0],
    ]);
  });

  test("removed passages that remain in the vector store are never returned", async () => {
    const fixture = await searchFixture(open, newCollection());
    await fixture.add([passageOf(1, "granite"), passageOf(2, "granite rock"), passageOf(3, "granite rock water")]);
    fixture.live.set("handbook", 1);
    await Effect.runPromise(open.index.removeIds(fixture.target.collectionId, ["chunk-0001"]));
    const { results } = await fixture.search({ mode: "semantic", topK: 2 });
    expect(results.map(({ id }) => id)).toEqual(["chunk-0002", "chunk-0003"]);
  });

  test("parts and timings are returned only with explain", async () => {
    const fixture = await searchFixture(open, newCollection());
    await fixture.add([passageOf(1, "granite")]);
    fixture.live.set("handbook", 1);
    const explained = await fixture.search({});
    expect(explained.results[0]!.parts).toMatchObject({ semantic: expect.closeTo(1), keyword: expect.any(Number) });
    expect(explained.timings!.totalMs).toBeGreaterThan(0);
    expect(explained.rerankStatus).toBeNull();
    const plain = await fixture.search({ explain: false });
    expect(plain.timings).toBeUndefined();
    expect(plain.results[0]).not.toHaveProperty("parts");
  });

  test("rejects a blank query", async () => {
    const fixture = await searchFixture(open, newCollection());
    await expect(fixture.search({ query: "  \n" })).rejects.toThrow("query: must not be blank");
  });

  test("a filter without matches returns nothing", async () => {
    const fixture = await searchFixture(open, newCollection());
    await fixture.add([passageOf(1, "granite")]);
    fixture.live.set("handbook", 1);
    for (const mode of MODES) {
      const { results } = await fixture.search({ mode, filter: parseFilter({ document_id: { $in: [] } }) });
      expect(results).toEqual([]);
    }
  });
});

describe("reranking", () => {
  const capabilities = { models: ["judge"], credential: "none", maxPassages: 40 } as const;
  const rerankerOf = (rerank: RerankerV1["rerank"], more: object = {}): SearchReranker => ({
    service: { rerank, health: Effect.void },
    capabilities: { ...capabilities, ...more },
    model: "judge",
  });
  /** Prefers long passages. */
  const byLength = rerankerOf(({ passages }) =>
    Effect.succeed(passages.map(({ length }) => Math.min(1, length / 1_000))),
  );
  const passages = Array.from({ length: 120 }, (_, number) => passageOf(number, `granite ${"rock ".repeat(number)}`));

  test("orders a pool wider than topK, and min_score applies to the reranked score", async () => {
    const fixture = await searchFixture(open, newCollection());
    await fixture.add(passages);
    fixture.live.set("handbook", 1);
    const request = { mode: "keyword", rerank: true, topK: 15 } as const;
    const { results, rerankStatus } = await fixture.search(request, { reranker: byLength });
    expect(rerankStatus).toBe("applied");
    expect(results.length).toBe(15);
    // 75 passages are reranked. Keyword search ranks the shortest first; the reranker ranks the longest first.
    expect(results[0]!.id).toBe("chunk-0074");
    expect(results[0]!.score).toBe(results[0]!.parts!.rerank);
    const above = await fixture.search({ ...request, minScore: 0.36 }, { reranker: byLength });
    expect(above.results).toEqual(results.filter(({ score }) => score >= 0.36));
    expect(above.results.length).toBeLessThan(15);
  });

  test("several collections of one query are reranked in one call, and each gets its own results", async () => {
    const fixtures = [await searchFixture(open, newCollection()), await searchFixture(open, newCollection())];
    const calls: number[] = [];
    const counting = rerankerOf(({ passages: all }) => {
      calls.push(all.length);
      return Effect.succeed(all.map(({ length }) => Math.min(1, length / 1_000)));
    });
    const found = [];
    for (const [index, fixture] of fixtures.entries()) {
      await fixture.add(passages.slice(index * 10, index * 10 + 10));
      fixture.live.set("handbook", 1);
      found.push(await fixture.find({ mode: "keyword", rerank: true, topK: 4 }, { reranker: counting }));
    }
    const plain = await fixtures[0]!.find({ mode: "keyword", topK: 4 }, { reranker: counting });
    const answers = await fixtures[0]!.answer([found[0]!, plain, found[1]!]);
    expect(calls).toEqual([20]);
    expect(answers.map(({ rerankStatus }) => rerankStatus)).toEqual(["applied", null, "applied"]);
    expect(answers[0]!.results.map(({ id }) => id)).toEqual(["chunk-0009", "chunk-0008", "chunk-0007", "chunk-0006"]);
    expect(answers[2]!.results[0]!.id).toBe("chunk-0019");
  });

  test("retries a rate limit once; reads the key only if needed, and continues without reranking if that fails", async () => {
    const fixture = await searchFixture(open, newCollection());
    await fixture.add(passages.slice(0, 5));
    fixture.live.set("handbook", 1);
    let calls = 0;
    const slowDown = new PluginError({ plugin: "r", reason: "rate_limited", message: "slow", retryAfterSeconds: 0.01 });
    const busy = rerankerOf(({ passages: all }) =>
      Effect.suspend(() => ((calls += 1) === 1 ? Effect.fail(slowDown) : Effect.succeed(all.map(() => 0.5)))),
    );
    const request = { mode: "keyword", rerank: true } as const;
    expect(await fixture.search(request, { reranker: busy })).toMatchObject({ rerankStatus: "applied" });
    expect(calls).toBe(2);
    const credential = Effect.fail({ message: "sealed with another key" });
    expect(await fixture.search(request, { reranker: { ...busy, credential } })).toMatchObject({
      rerankStatus: "applied",
    });
    const keyed = { ...busy, credential, capabilities: { ...capabilities, credential: "optional" as const } };
    expect(await fixture.search({ mode: "keyword" }, { reranker: keyed })).toMatchObject({ rerankStatus: null });
    expect(await fixture.search(request, { reranker: keyed })).toMatchObject({ rerankStatus: "failed" });
  });

  test.each<[string, SearchReranker | undefined, "skipped" | "failed"]>([
    ["none is configured", undefined, "skipped"],
    ["its key is missing", { ...byLength, capabilities: { ...capabilities, credential: "required" } }, "skipped"],
    [
      "the provider fails",
      rerankerOf(() => Effect.fail(new PluginError({ plugin: "r", reason: "unavailable", message: "away" }))),
      "failed",
    ],
    ["it returns too few scores", rerankerOf(() => Effect.succeed([0.5])), "failed"],
    ["it returns no numbers", rerankerOf(({ passages: all }) => Effect.succeed(all.map(() => Number.NaN))), "failed"],
    ["it dies", rerankerOf(() => Effect.die(new Error("a defect"))), "failed"],
  ])("falls back to the order without reranking when %s", async (_, reranker, status) => {
    const fixture = await searchFixture(open, newCollection());
    await fixture.add(passages.slice(0, 20));
    fixture.live.set("handbook", 1);
    const plain = await fixture.search({ mode: "keyword", topK: 5 });
    const answer = await fixture.search({ mode: "keyword", topK: 5, rerank: true }, { reranker });
    expect(answer.results).toEqual(plain.results);
    expect(answer.rerankStatus).toBe(status);
    expect(answer.rerankMessage).toBeTruthy();
  });
});
