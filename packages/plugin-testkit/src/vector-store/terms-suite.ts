import type { Effect } from "effect";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareStrings, compileFilter, type JsonObject, parseFilter } from "@quarry/plugin/domain";
import type { PluginError } from "@quarry/plugin";
import {
  MOST_TOLD_FREQUENCY,
  type TermHit,
  type TermIndexV1,
  type TermRecord,
  type TermSearchRequest,
  type WeightedTerm,
} from "@quarry/plugin";
import { filterArbitrary, metadataArbitrary } from "../arbitraries.ts";
import { ODD_IDS } from "./sample-records.ts";
import type { VectorStoreHarness } from "./vector-store-harness.ts";

/** Terms that a backend's own analyzer would change or split. */
const ODD_TERMS = [
  "C++",
  "=signoff",
  "~gran",
  "err-4012",
  "a b",
  "the",
  "Straße",
  "東京",
  "😀",
  "x/y?z*",
  '"q"',
  "a:b",
  "\\",
];

const LENGTHS = { base: 0.3, slope: 0.05 };

const recordOf = (
  key: number,
  terms: Readonly<Record<string, number>>,
  rest: Partial<Omit<TermRecord, "key" | "terms">> = {},
): TermRecord => ({
  key: String(key),
  rank: `r${key}`,
  terms: new Map(Object.entries(terms)),
  length: Object.values(terms).reduce((sum, count) => sum + count, 0),
  words: [],
  metadata: {},
  ...rest,
});

const weighed = (weights: Readonly<Record<string, number>>): readonly WeightedTerm[] =>
  Object.entries(weights).map(([term, weight]) => ({ term, weight, frequency: 1 }));

const scoreOf = ({ terms, base, slope }: TermSearchRequest, { length, frequencies }: TermHit): number =>
  frequencies.reduce((sum, f, place) => sum + (terms[place]!.weight * f) / (f + base + slope * length), 0);

/** Suite for stores that support search by terms. */
export const termsSuite = (harness: VectorStoreHarness): void => {
  if (harness.plugin.capabilities.searchesTerms !== true) {
    test("has no term index, as declared", async () => {
      const { terms } = harness.store;
      if (terms === undefined) return;
      expect((await harness.failure(() => terms.ensureCollection(harness.newName()))).reason).toBe("incompatible");
    });
    return;
  }

  const run = <Value>(call: (terms: TermIndexV1) => Effect.Effect<Value, PluginError>): Promise<Value> =>
    harness.run((store) => call(store.terms!));

  const collectionOf = async (records: readonly TermRecord[]): Promise<string> => {
    const collection = harness.newName();
    await run((terms) => terms.ensureCollection(collection));
    await run((terms) => terms.put(collection, records));
    return collection;
  };

  const search = (collection: string, request: Partial<TermSearchRequest> & Pick<TermSearchRequest, "terms">) =>
    run((terms) => terms.search(collection, { ...LENGTHS, limit: 100, ...request }));

  describe("terms", () => {
    test("are stored unchanged, with their frequencies and the record's length", async () => {
      const records = ODD_TERMS.map((term, key) =>
        recordOf(key, { [term]: key + 1, shared: 2 }, { length: 7 * key + 1 }),
      );
      const collection = await collectionOf(records);
      for (const [key, term] of ODD_TERMS.entries()) {
        const { hits, next } = await search(collection, { terms: weighed({ [term]: 1, unknown: 0.5 }) });
        expect(hits).toEqual([{ key: String(key), length: 7 * key + 1, frequencies: [key + 1, 0] }]);
        expect(next).toBeUndefined();
      }
      const { hits } = await search(collection, { terms: weighed({ shared: 1 }) });
      expect(hits.length).toBe(records.length);
    });

    test("hits are ordered by score, then rank, across pages; no later hit exceeds a page's bound", async () => {
      const ids = [...ODD_IDS, ...Array.from({ length: 60 }, (_, i) => `tie${(i * 37) % 60}`)];
      const records = [
        ...ids.map((rank, key) => recordOf(key, { a: 1 }, { rank, length: 9 })),
        ...Array.from({ length: 80 }, (_, i) =>
          recordOf(1_000 + i, { a: (i % 7) + 1, b: i % 3 }, { length: 3 + ((i * 13) % 50) }),
        ),
      ].map((record) => ({ ...record, terms: new Map([...record.terms].filter(([, count]) => count > 0)) }));
      const collection = await collectionOf(records);
      const terms = weighed({ a: 0.4, b: 0.6 });
      const request = { ...LENGTHS, terms, limit: 33 };
      const found: TermHit[] = [];
      const bounds: number[] = [];
      let after: string | undefined;
      do {
        const page = await search(collection, { ...request, after });
        for (const bound of bounds)
          for (const hit of page.hits) expect(scoreOf(request, hit)).toBeLessThanOrEqual(bound * 1.000_001);
        found.push(...page.hits);
        bounds.push(page.bound);
        after = page.next;
      } while (after !== undefined);
      expect(new Set(found.map(({ key }) => key)).size).toBe(records.length);
      const ranks = new Map(records.map(({ key, rank }) => [key, rank]));
      for (const [index, hit] of found.entries()) {
        const next = found[index + 1];
        if (next === undefined) break;
        const difference = scoreOf(request, hit) - scoreOf(request, next);
        expect(difference).toBeGreaterThan(-0.01);
        const isAlike = JSON.stringify({ ...hit, key: "" }) === JSON.stringify({ ...next, key: "" });
        if (isAlike) expect(compareStrings(ranks.get(hit.key)!, ranks.get(next.key)!)).toBeLessThan(0);
      }
    });

    test("very large lengths are reported exactly, very large frequencies at least up to the cap", async () => {
      const collection = await collectionOf([
        recordOf(1, { often: 10_000 }, { length: 20_000 }),
        recordOf(2, { often: 1 }, { length: 5_000 }),
      ]);
      const { hits } = await search(collection, { terms: weighed({ often: 1 }) });
      const byKey = new Map(hits.map((hit) => [hit.key, hit]));
      expect(byKey.get("1")!.frequencies[0]).toBeGreaterThanOrEqual(MOST_TOLD_FREQUENCY);
      expect(byKey.get("1")!.length).toBe(20_000);
      expect(byKey.get("2")).toEqual({ key: "2", length: 5_000, frequencies: [1] });
    });

    test("hits contain all required terms and are limited to the requested keys", async () => {
      const collection = await collectionOf([
        recordOf(1, { a: 1, b: 1 }),
        recordOf(2, { a: 3 }),
        recordOf(3, { a: 1, b: 2, c: 1 }),
        recordOf(4, { b: 1, c: 1 }),
      ]);
      const keysOf = async (request: Partial<TermSearchRequest>) =>
        (await search(collection, { terms: weighed({ a: 0.5, c: 0.5 }), ...request })).hits
          .map(({ key }) => key)
          .sort();
      expect(await keysOf({})).toEqual(["1", "2", "3", "4"]);
      expect(await keysOf({ required: ["b"] })).toEqual(["1", "3", "4"]);
      expect(await keysOf({ required: ["b", "a"] })).toEqual(["1", "3"]);
      expect(await keysOf({ keys: ["2", "3", "unknown"] })).toEqual(["2", "3"]);
    });

    test("a query with thousands of terms is supported", async () => {
      const many = Array.from({ length: 2_500 }, (_, i) => `term${i}`);
      const collection = await collectionOf([
        recordOf(1, Object.fromEntries(many.map((term) => [term, 2])), { length: 100 }),
        recordOf(2, { term7: 1, term2400: 5 }, { length: 10 }),
      ]);
      const terms = many.map((term) => ({ term, weight: 1 / many.length, frequency: 1 }));
      const { hits } = await search(collection, { terms });
      expect(hits.map(({ key }) => key).sort()).toEqual(["1", "2"]);
      const two = hits.find(({ key }) => key === "2")!;
      expect([two.frequencies[7], two.frequencies[2_400], two.frequencies[8]]).toEqual([1, 5, 0]);
    });

    test("records are replaced and removed by key, and counts are exact", async () => {
      const collection = await collectionOf([
        recordOf(1, { a: 1, b: 1 }),
        recordOf(2, { b: 1 }),
        recordOf(3, { c: 1 }),
      ]);
      const count = () =>
        run((terms) => terms.count(collection, [["a"], ["b"], ["a", "b"], ["a", "b", "c", "d"], ["d"]], []));
      expect(await count()).toEqual([1, 2, 2, 3, 0]);
      await run((terms) => terms.put(collection, [recordOf(2, { a: 2 }), recordOf(4, { d: 1, a: 1 })]));
      expect(await count()).toEqual([3, 1, 3, 4, 1]);
      await run((terms) => terms.remove(collection, ["1", "4", "unknown"]));
      expect(await count()).toEqual([1, 0, 1, 2, 0]);
      expect(await run((terms) => terms.count(collection, [["a"], ["a", "c"]], ["2", "unknown"]))).toEqual([0, 1]);
      const { hits } = await search(collection, { terms: weighed({ a: 1, b: 1 }) });
      expect(hits).toEqual([{ key: "2", length: 2, frequencies: [2, 0] }]);
    });

    test("collections are isolated; a dropped one is unknown, and empty when recreated", async () => {
      const [first, second] = [
        await collectionOf([recordOf(1, { a: 1 }, { words: ["alpha"] })]),
        await collectionOf([recordOf(1, { b: 1 })]),
      ];
      expect(await run((terms) => terms.count(second, [["a"], ["b"]], []))).toEqual([0, 1]);
      expect((await search(second, { terms: weighed({ a: 1 }) })).hits).toEqual([]);
      await run((terms) => terms.dropCollection(first));
      await run((terms) => terms.dropCollection(first));
      const calls = [
        (terms: TermIndexV1) => terms.put(first, [recordOf(2, { a: 1 })]),
        (terms: TermIndexV1) => terms.remove(first, ["1"]),
        (terms: TermIndexV1) => terms.count(first, [["a"]], []),
        (terms: TermIndexV1) => terms.search(first, { ...LENGTHS, terms: weighed({ a: 1 }), limit: 1 }),
        (terms: TermIndexV1) => terms.nearWords(first, ["alpha"], 1),
      ];
      for (const call of calls) {
        expect((await harness.failure((store) => call(store.terms!))).reason).toBe("not_found");
      }
      await run((terms) => terms.ensureCollection(first));
      await run((terms) => terms.ensureCollection(first));
      expect(await run((terms) => terms.count(first, [["a"]], []))).toEqual([0]);
      expect(await run((terms) => terms.count(second, [["b"]], []))).toEqual([1]);
    });

    test("near words are found by edit distance, with a transposition as one edit", async () => {
      const words = ["granite", "granit", "grantie", "quarry", "straße", "kaffee", "a", "ab"];
      const collection = await collectionOf([
        recordOf(1, { x: 1 }, { words }),
        recordOf(2, { x: 1 }, { words: ["granite", "marble"] }),
      ]);
      const near = async (word: string, edits: number) =>
        (await run((terms) => terms.nearWords(collection, [word], edits)))[0]!.map((found) => found.word).sort();
      expect(await near("granite", 1)).toEqual(expect.arrayContaining(["granit", "grantie"]));
      expect(await near("granate", 1)).toContain("granite");
      expect(await near("qaurry", 1)).toContain("quarry");
      expect(await near("strasse", 2)).toContain("straße");
      expect(await near("kafee", 1)).toContain("kaffee");
      expect(await near("zzzzzz", 2)).toEqual([]);
      const [first, second] = await run((terms) => terms.nearWords(collection, ["granitee", "marbel"], 2));
      expect(first!.find(({ word }) => word === "granite")!.count).toBe(2);
      expect(second!.map(({ word }) => word)).toContain("marble");
    });

    test("filters agree with the reference evaluator, except for the reported residual", async () => {
      const metadata = fc.sample(metadataArbitrary, { numRuns: 60, seed: 21 });
      const records = metadata.map((one: JsonObject, key) => recordOf(key, { all: 1 }, { metadata: one }));
      const collection = await collectionOf(records);
      for (const wanted of fc.sample(filterArbitrary, { numRuns: 60, seed: 22 })) {
        const filter = parseFilter(wanted)!;
        const { hits, residual } = await search(collection, { terms: weighed({ all: 1 }), filter });
        const isLeft = residual === undefined ? () => true : compileFilter(residual);
        const found = hits.map(({ key }) => Number(key)).filter((key) => isLeft(metadata[key]!));
        const expected = metadata.keys().filter((key) => compileFilter(filter)(metadata[key]!));
        expect({ wanted, keys: found.toSorted((a, b) => a - b) }).toEqual({ wanted, keys: [...expected] });
      }
    });
  });
};
