import type { TermIndexV1, TermRecord, TermSearchRequest, WeightedTerm } from "@quarry/plugin";
import { parseFilter } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { expect, test as plainTest } from "vitest";
import { digestOf, uuidOf } from "../src/stored-object.ts";
import { DocumentedWeaviate } from "./support/documented-weaviate.ts";
import { openStore } from "./support/open-store.ts";
import { WireServer } from "./support/wire-server.ts";

interface Opened {
  readonly server: WireServer;
  readonly terms: TermIndexV1;
}

/** Uses a stand-in that responds as documented, with one collection of terms. */
const test = plainTest.extend<{ opened: Opened }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the names of what a fixture needs
  opened: async ({}, use) => {
    await using server = await WireServer.start();
    new DocumentedWeaviate().serve(server);
    await using store = await openStore({ port: server.port, grpcPort: server.grpcPort });
    const terms = store.store.terms!;
    await run(terms.ensureCollection("docs"));
    await use({ server, terms });
  },
});

const run = Effect.runPromise;

const recordOf = (
  key: string,
  terms: Readonly<Record<string, number>>,
  rest: Partial<TermRecord> = {},
): TermRecord => ({
  ...{ key, rank: key, length: 10, words: [], metadata: {} },
  terms: new Map(Object.entries(terms)),
  ...rest,
});
const term = (name: string, weight: number, frequency: number): WeightedTerm => ({ term: name, weight, frequency });
const requestOf = (rest: Partial<TermSearchRequest> & Pick<TermSearchRequest, "terms">): TermSearchRequest => ({
  ...{ base: 0.3, slope: 0.05, limit: 10 },
  ...rest,
});
/** Returns the requests since the last call, except those for classes. */
const sent = (server: WireServer) => server.grpcCalls.splice(0);
const digests = (...words: readonly string[]) => words.map((word) => digestOf(word));

test("a term collection is a class without vectors, whose terms are not tokenized again", ({ opened }) => {
  const { line, body } = opened.server.httpCalls.at(-1)!;
  expect(line).toBe("POST /v1/schema");
  const list = { dataType: ["text[]"], tokenization: "field", indexFilterable: true, indexSearchable: false };
  expect(body).toEqual({
    ...{ class: "Quarry_0_docs", description: "Quarry terms, version 1" },
    ...{ vectorizer: "none", vectorIndexType: "hnsw", vectorIndexConfig: { skip: true } },
    properties: [
      ...["terms", "words", "near", "places", "facts"].map((name) => ({ name, ...list })),
      {
        ...{ name: "body", dataType: ["text"] },
        ...{ indexFilterable: false, indexSearchable: false, indexRangeFilters: false },
      },
    ],
  });
});

test("a record is an object with term digests and score data; its new words are separate objects", async ({
  opened: { server, terms },
}) => {
  await run(terms.put("docs", [recordOf("k1", { "C++": 2, "~gr": 1 }, { words: ["ab"], metadata: { lang: "de" } })]));
  const calls = sent(server);
  expect(calls.map(({ method }) => method)).toEqual(["Search", "BatchObjects", "BatchObjects"]);
  const [word] = calls[1]!.request.objects;
  expect(word).toMatchObject({
    ...{ collection: "Quarry_0_docs", uuid: uuidOf("wab"), vectors: [] },
    properties: {
      nonRefProperties: { body: '"ab"' },
      textArrayProperties: [{ propName: "near", values: digests("ab", "b", "a") }],
    },
  });
  const [record] = calls[2]!.request.objects;
  const uuid = uuidOf("rk1");
  expect(record).toMatchObject({
    ...{ collection: "Quarry_0_docs", uuid },
    properties: {
      nonRefProperties: { body: '["k1","k1",10,[["C++",2],["~gr",1]]]' },
      textArrayProperties: [
        { propName: "terms", values: digests("C++", "~gr") },
        { propName: "words", values: digests("ab") },
        { propName: "places", values: [uuid[0], uuid.slice(0, 2), uuid.slice(0, 3), uuid] },
        { propName: "facts", values: expect.arrayContaining(digests("", "v4:lang=sde")) },
      ],
    },
  });

  // Known terms are not written again.
  await run(terms.put("docs", [recordOf("k2", { "C++": 1 }, { words: ["ab"] })]));
  expect(sent(server).map(({ method }) => method)).toEqual(["Search", "BatchObjects"]);
});

test("counts are aggregates over terms, without the excluded records", async ({ opened: { server, terms } }) => {
  await run(terms.put("docs", [recordOf("1", { a: 1 }), recordOf("2", { a: 1, b: 1 })]));
  sent(server);
  expect(await run(terms.count("docs", [["a"], ["a", "b"]], ["1"]))).toEqual([1, 1]);
  const any = (...names: readonly string[]) => ({
    ...{ operator: 12, target: { property: "terms" } },
    valueTextArray: { values: digests(...names) },
  });
  const none = { operator: 14, target: { property: "places" }, valueTextArray: { values: [uuidOf("r1")] } };
  expect(sent(server)).toMatchObject([
    { method: "Aggregate", request: { objectsCount: true, filters: { operator: 7, filters: [any("a"), none] } } },
    { method: "Aggregate", request: { objectsCount: true, filters: { operator: 7, filters: [any("a", "b"), none] } } },
  ]);
});

test("rare terms are read first, and common ones only where they could change the best hits", async ({
  opened: { server, terms },
}) => {
  const records = [
    ...Array.from({ length: 3 }, (_, i) => recordOf(`rare${i}`, { rare: 5, common: 1 })),
    ...Array.from({ length: 40 }, (_, i) => recordOf(`common${i}`, { common: 1 })),
  ];
  await run(terms.put("docs", records));
  const found = async (weight: number) => {
    sent(server);
    const requested = [term("common", weight, 2_000), term("rare", 1 - weight, 3)];
    const { hits, next } = await run(terms.search("docs", requestOf({ terms: requested, limit: 3 })));
    expect(hits.map(({ key, frequencies }) => [key, ...frequencies])).toEqual([
      ["rare0", 1, 5],
      ["rare1", 1, 5],
      ["rare2", 1, 5],
    ]);
    expect(next).toBeDefined();
    return sent(server).map(({ request }) => request.filters);
  };
  expect(await found(0.1)).toMatchObject([{ operator: 12, valueTextArray: { values: digests("rare") } }]);
  // From what was known, records with only the common term could rank higher.
  expect(await found(0.8)).toMatchObject([
    { operator: 12, valueTextArray: { values: digests("rare") } },
    {
      operator: 7,
      filters: [
        { operator: 12, valueTextArray: { values: digests("common") } },
        { operator: 14, target: { property: "terms" }, valueTextArray: { values: digests("rare") } },
      ],
    },
  ]);
});

test("more records than a response allows are read in parts by UUID prefix, each once", async ({
  opened: { server, terms },
}) => {
  const count = 10_300;
  const records = Array.from({ length: count }, (_, i) => recordOf(`k${i}`, { a: 1 + (i % 3) }, { length: 1 + i }));
  await run(terms.put("docs", records));
  sent(server);
  const request = requestOf({ terms: [term("a", 1, count)], limit: 9_000 });
  const first = await run(terms.search("docs", request));
  const requested = sent(server).map(({ request: one }) => one);
  const places = requested.flatMap(({ filters }) =>
    filters.operator === 7 ? [filters.filters[0].valueTextArray.values] : [],
  );
  expect(places).toEqual([..."0123456789abcdef"].map((digit) => [digit]));
  expect(requested.every(({ limit, after }) => limit <= 10_000 && after === "")).toBe(true);
  const second = await run(terms.search("docs", { ...request, after: first.next }));
  expect(second.next).toBeUndefined();
  const keys = [...first.hits, ...second.hits].map(({ key }) => key);
  expect(keys).toHaveLength(count);
  expect(new Set(keys).size).toBe(count);
});

test("a search combines terms, required terms and the filter; keys replace the terms", async ({
  opened: { server, terms },
}) => {
  await run(
    terms.put("docs", [
      recordOf("1", { a: 1, b: 1 }, { metadata: { lang: "de", title: "pumps" } }),
      recordOf("2", { a: 1 }, { metadata: { lang: "de", title: "valves" } }),
    ]),
  );
  sent(server);
  const filter = parseFilter({ lang: "de", title: { $contains: "pump" } })!;
  const requested = requestOf({ terms: [term("a", 1, 2)], required: ["b"], filter });
  const { hits, residual } = await run(terms.search("docs", requested));
  expect(hits).toEqual([{ key: "1", length: 10, frequencies: [1] }]);
  expect(residual).toMatchObject({ op: "contains", path: "title" });
  await run(terms.search("docs", { ...requested, keys: ["1", "2"] }));
  const [byTerms, byKeys] = sent(server).map(({ request }) => request.filters.filters);
  const [any, required, facts] = byTerms;
  expect(any).toMatchObject({ target: { property: "terms" }, valueTextArray: { values: digests("a") } });
  expect(required).toMatchObject({ target: { property: "terms" }, valueTextArray: { values: digests("b") } });
  expect(JSON.stringify(facts)).toContain(digestOf("v4:lang=sde"));
  expect(byKeys).toMatchObject([
    { operator: 12, target: { property: "_id" }, valueTextArray: { values: [uuidOf("r1"), uuidOf("r2")] } },
    required,
    facts,
  ]);
  const nothing = parseFilter({ lang: { $in: [] } })!;
  expect(await run(terms.search("docs", { ...requested, filter: nothing }))).toEqual({ hits: [], bound: 0 });
  expect(sent(server)).toEqual([]);
});

test("records are removed by their UUIDs, and a missing class fails with not_found", async ({
  opened: { server, terms },
}) => {
  await run(terms.put("docs", [recordOf("1", { a: 1 })]));
  sent(server);
  await run(terms.remove("docs", ["1", "unknown"]));
  const filters = { target: { property: "_id" }, valueTextArray: { values: [uuidOf("r1"), uuidOf("runknown")] } };
  expect(sent(server)).toMatchObject([{ method: "BatchDelete", request: { collection: "Quarry_0_docs", filters } }]);
  await run(terms.count("docs", [["a"]], []));
  // Another client removed the collection.
  new DocumentedWeaviate().serve(server);
  for (const call of [terms.count("docs", [["a"]], []), terms.put("docs", [recordOf("1", { a: 1 })])]) {
    expect(await run(Effect.flip(call))).toMatchObject({
      reason: "not_found",
      message: 'there is no collection of terms "docs"',
    });
  }
});
