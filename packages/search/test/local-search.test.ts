import type { Passage } from "@quarry/index";
import { analyze } from "@quarry/text";
import { type JsonObject, parseFilter } from "@quarry/plugin/domain";
import { Effect, Fiber } from "effect";
import fc from "fast-check";
import { Worker } from "node:worker_threads";
import { afterAll, describe, expect, test } from "vitest";
import type { SearchRequest, SearchResponse } from "../src/index.ts";
import { filter, passage, query } from "./support/arbitraries.ts";
import { openVectors } from "./support/local-fixture.ts";
import { openIndex, run } from "./support/open-index.ts";
import { type SearchFixture, searchFixture } from "./support/search-fixture.ts";

const open = await openIndex();
const vectors = await openVectors();
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await vectors[Symbol.asyncDispose]();
});

let collections = 0;
const newFixture = (): Promise<SearchFixture> => searchFixture(open, `local${++collections}`, vectors.store);

const BY_ONE_CALL = { localVectors: vectors.local };

/** Returns a response without the fields that differ between runs. */
const comparable = ({ results, timings, ...rest }: SearchResponse) => ({
  ...rest,
  steps: Object.keys(timings ?? {}).toSorted(),
  results: results.map(({ metadata, links, citation, ...result }) => ({ ...result, metadata, links, citation })),
});

const condition = fc.constantFrom<JsonObject>(
  ...[{ color: "red" }, { color: { $ne: null } }, { year: { $gt: 1, $lte: 3.5 } }, { page: { $nin: [1, "red"] } }],
  ...[{ tags: { $exists: true } }, { "page.x": { $exists: false } }, { filename: { $in: ["d1.md", "d2.md"] } }],
);

/** Includes operators that the shared arbitrary omits. */
const anyFilter = fc.oneof(
  filter,
  condition.map((filters) => parseFilter(filters)),
  fc.array(condition, { minLength: 2, maxLength: 3 }).map((any) => parseFilter({ $or: any })),
);

const asked = fc.record({
  query,
  filter: anyFilter,
  mode: fc.constantFrom<SearchRequest["mode"]>("keyword", "semantic", "hybrid", "hybrid"),
  alpha: fc.constantFrom(undefined, 0, 0.2, 0.5, 1),
  topK: fc.constantFrom(1, 2, 5, 40),
  maxChunksPerDocument: fc.constantFrom(undefined, undefined, 1, 2),
  diversity: fc.constantFrom(undefined, 0.5),
  minScore: fc.constantFrom(undefined, 0.2),
  explain: fc.boolean(),
});

describe("a single-call search", () => {
  test("returns exactly the results of separate branch calls", async () => {
    const live = fc.record({ d1: fc.constantFrom(1, 2), d2: fc.constantFrom(1, 2), d3: fc.constantFrom(1, 2) });
    const history = fc.record({
      passages: fc.uniqueArray(passage, { selector: ({ id }) => id, minLength: 1, maxLength: 80 }),
      live,
      requests: fc.array(asked, { minLength: 12, maxLength: 12 }),
      lagging: fc.constantFrom(undefined, [], ["d1"]),
    });
    await fc.assert(
      fc.asyncProperty(history, async ({ passages, live: generations, requests, lagging }) => {
        const fixture = await newFixture();
        await fixture.add(passages);
        for (const [id, generation] of Object.entries(generations)) fixture.live.set(id, generation);
        const lag = lagging === undefined ? {} : { lagging: Effect.succeed(lagging) };
        for (const request of requests) {
          const expected = await fixture.search(request, lag);
          const got = await fixture.search(request, { ...lag, ...BY_ONE_CALL });
          expect(comparable(got)).toEqual(comparable(expected));
        }
      }),
      { numRuns: 12 },
    );
  });

  test("returns the same results when the first hits are uncertain or mostly not live", async () => {
    const fixture = await newFixture();
    const passages = Array.from({ length: 900 }, (_, number) =>
      numbered(number, `granite ${number % 3 === 0 ? "rock " : ""}${"water ".repeat(number % 7)}`, {
        documentId: number < 600 ? "deleted" : "handbook",
      }),
    );
    await fixture.add(passages);
    fixture.live.set("handbook", 1);
    for (const topK of [1, 20, 200]) {
      for (const mode of ["semantic", "hybrid"] as const) {
        const request = { query: "granite rock river", mode, topK };
        const expected = await fixture.search(request);
        expect(expected.results.length).toBe(topK);
        expect(comparable(await fixture.search(request, BY_ONE_CALL))).toEqual(comparable(expected));
      }
    }
  });

  test("takes one round trip when warm and hybrid, also with a filter and a limit per document", async () => {
    const fixture = await newFixture();
    await fixture.add(Array.from({ length: 60 }, (_, number) => numbered(number, `granite rock water ${number}`)));
    fixture.live.set("handbook", 1);
    const search = (request: Partial<SearchRequest>) =>
      fixture.search({ query: "granite water", mode: "hybrid", explain: false, topK: 5, ...request }, BY_ONE_CALL);
    await search({});
    await search({ maxChunksPerDocument: 2 });
    expect(await callsOf(() => search({}))).toBe(1);
    expect(await callsOf(() => search({ query: "graniet water" }))).toBe(1);
    expect(await callsOf(() => search({ mode: "semantic" }))).toBe(2);
    expect(await callsOf(() => search({ mode: "keyword" }))).toBe(1);
    const within = { op: "eq", path: "document_id", value: "handbook", negated: false } as const;
    expect(await callsOf(() => search({ filter: within, maxChunksPerDocument: 50 }))).toBe(1);
  });

  test("gets a repair and term frequencies in one round trip, and caches indexed paths", async () => {
    const fixture = await newFixture();
    await fixture.add(Array.from({ length: 10 }, (_, number) => numbered(number, `granite rock water ${number}`)));
    const { collectionId } = fixture.target;
    const askAll = async () => {
      const { query: text } = await run(open.index.repairQuery(collectionId, "graniet water"));
      expect(text).toBe("granite water");
      const { documentFrequencies } = await run(open.index.termFrequencies(collectionId, analyze(text)));
      expect(documentFrequencies).toEqual([10, 10]);
    };
    expect(await callsOf(askAll)).toBe(1);
    const paths = () => run(open.index.indexedPaths(collectionId, ["chunk_index", "colour"]));
    expect(await callsOf(paths)).toBe(1);
    expect(await callsOf(paths)).toBe(0);
    expect(await paths()).toEqual(["chunk_index"]);
    await fixture.add([numbered(11, "granite", { metadata: { document_id: "handbook", colour: "red" } })]);
    expect(await paths()).toEqual(["chunk_index", "colour"]);
  });

  test("recovers after the vector thread dies, also during searches", async () => {
    const fixture = await newFixture();
    await fixture.add(Array.from({ length: 60 }, (_, number) => numbered(number, `granite rock water ${number}`)));
    fixture.live.set("handbook", 1);
    const search = () => fixture.search({ query: "granite water", topK: 5 }, BY_ONE_CALL);
    const expected = comparable(await search());
    await vectors.kill();
    expect(comparable(await search())).toEqual(expected);
    const searches = Array.from({ length: 10 }, () => search().catch(() => undefined));
    await vectors.kill();
    for (const found of await Promise.all(searches)) if (found) expect(comparable(found)).toEqual(expected);
    expect(comparable(await search())).toEqual(expected);
  });

  test("fails with the store's not_found when its collection is missing", async () => {
    const fixture = await newFixture();
    await fixture.add([numbered(1, "granite")]);
    await run(vectors.store.dropCollection(fixture.target.vectorCollection));
    await expect(fixture.search({}, BY_ONE_CALL)).rejects.toMatchObject({ _tag: "PluginError", reason: "not_found" });
  });

  test("succeeds many times concurrently, and canceled searches don't block later ones", async () => {
    const fixture = await newFixture();
    await fixture.add(Array.from({ length: 200 }, (_, number) => numbered(number, `granite rock water ${number}`)));
    fixture.live.set("handbook", 1);
    const request = { query: "granite water", topK: 7 };
    const expected = comparable(await fixture.search(request));
    const found = await Promise.all(Array.from({ length: 40 }, () => fixture.search(request, BY_ONE_CALL)));
    for (const each of found) expect(comparable(each)).toEqual(expected);
    const searches = Array.from({ length: 40 }, () => Effect.runFork(fixture.effect(request, BY_ONE_CALL)));
    await new Promise((resolve) => setTimeout(resolve, 5));
    await run(Effect.forEach(searches, Fiber.interrupt, { concurrency: "unbounded" }));
    expect(comparable(await fixture.search(request, BY_ONE_CALL))).toEqual(expected);
  });
});

const numbered = (number: number, text: string, more: Partial<Passage> = {}): Passage => ({
  id: `chunk-${String(number).padStart(4, "0")}`,
  documentId: "handbook",
  generation: 1,
  chunkIndex: number,
  text,
  contextText: "",
  metadata: { document_id: more.documentId ?? "handbook", chunk_index: number },
  tokenCount: 3,
  ...more,
});

/** Returns the number of calls that this thread makes to other threads until `work` is done. Each is answered once. */
const callsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const { postMessage } = Worker.prototype;
  let calls = 0;
  Worker.prototype.postMessage = function (this: Worker, ...parameters: Parameters<typeof postMessage>) {
    const messages = [parameters[0] as { readonly call?: number } | readonly { readonly call?: number }[]].flat();
    // Messages with call number 0, such as write notifications, expect no response.
    calls += messages.filter(({ call = 0 }) => call !== 0).length;
    return postMessage.apply(this, parameters);
  } as typeof postMessage;
  try {
    await work();
  } finally {
    Worker.prototype.postMessage = postMessage;
  }
  return calls;
};
