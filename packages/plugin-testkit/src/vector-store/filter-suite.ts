import { type Filter, type JsonObject, type JsonValue, parseFilter } from "@quarry/plugin/domain";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { searchWithResidual } from "@quarry/plugin";
import { filterArbitrary, metadataArbitrary } from "../arbitraries.ts";
import { expectMatching, matching } from "./matching-records.ts";
import { dot, numbered, record, seededVector } from "./sample-records.ts";
import type { VectorStoreHarness } from "./vector-store-harness.ts";

/** Number of records that each random filter is tested on; the number of filters follows from the number of pairs. */
const RECORDS_PER_FILTER = 60;
const FILTERS_PER_COLLECTION = 20;
const DIMENSION = 8;

export const filterSuite = (harness: VectorStoreHarness, filterPairs: number): void => {
  const searchIds = async (collection: string, query: Float32Array, topK: number, filter: Filter) => {
    const { maxTopK } = harness.plugin.capabilities;
    const result = await harness.run((store) =>
      searchWithResidual(store, collection, { vector: query, topK, filter }, { maxTopK }),
    );
    expect(result.complete).toBe(true);
    return result.hits.map((hit) => hit.id);
  };

  describe("filters", () => {
    const seed = seedOfRun();
    test(`agree with the reference evaluator (${filterPairs} random pairs, QUARRY_TEST_SEED=${seed})`, async () => {
      const query = seededVector(5, DIMENSION);
      const filters = Math.ceil(filterPairs / RECORDS_PER_FILTER);
      // New metadata for every 20 filters, so that the test covers many metadata objects as well as many filters.
      for (let done = 0; done < filters; done += FILTERS_PER_COLLECTION) {
        const records = fc
          .sample(metadataArbitrary, { numRuns: RECORDS_PER_FILTER, seed: seed + done })
          .map((metadata, i) => record(`p${i}`, seededVector(i, DIMENSION), metadata));
        const collection = await harness.collectionOf(records);
        const answersRight = fc.asyncProperty(filterArbitrary, async (filter) => {
          const tree = parseFilter(filter)!;
          expectMatching(records, filter, await searchIds(collection, query, RECORDS_PER_FILTER, tree), "a search");
          expect(await harness.run((store) => store.count(collection, tree))).toBe(matching(records, tree).length);
        });
        // fast-check shrinks a failing filter to a minimal counterexample.
        const numRuns = Math.min(FILTERS_PER_COLLECTION, filters - done);
        await fc.assert(answersRight, { numRuns, seed: seed + done, includeErrorInReport: true });
        await harness.run((store) => store.dropCollection(collection));
      }
    }, 600_000);

    test("list and delete by filter agree with the reference evaluator", async () => {
      const records = fc
        .sample(metadataArbitrary, { numRuns: RECORDS_PER_FILTER, seed: 11 })
        .map((metadata, i) => record(`p${i}`, seededVector(i, DIMENSION), metadata));
      for (const filter of fc.sample(filterArbitrary, { numRuns: 8, seed: 12 })) {
        const collection = await harness.collectionOf(records);
        const tree = parseFilter(filter)!;
        const expected = matching(records, tree);
        const page = await harness.run((store) => store.list(collection, { filter: tree, limit: 1_000 }));
        const listed = page.records.map((entry) => entry.id);
        expectMatching(records, filter, listed, "a list");
        expect(await harness.run((store) => store.deleteByFilter(collection, tree))).toBe(expected.length);
        const rest = records.map((entry) => entry.id).filter((id) => !expected.includes(id));
        expect(await harness.ids(collection)).toEqual(rest.toSorted());
      }
    });

    test.each([1, 10, 100, 1_000])("a search finds the nearest matches when one record in %d matches", async (nth) => {
      const records = numbered(2_000, DIMENSION, (i) => ({ hit: i % nth === 0, n: i }));
      const collection = await harness.collectionOf(records);
      const filter = parseFilter({ hit: true })!;
      for (const seed of [1, 2, 3]) {
        const query = seededVector(seed + 5_000, DIMENSION);
        const expected = records
          .filter((entry) => entry.metadata["hit"])
          .map((entry) => dot(entry.vector, query))
          .toSorted((a, b) => b - a)
          .slice(0, 10);
        const ids = await searchIds(collection, query, 10, filter);
        expect(ids).toHaveLength(Math.min(10, 2_000 / nth));
        const found = ids.map((id) => dot(records.find((entry) => entry.id === id)!.vector, query));
        for (const [i, cosine] of found.entries()) expect(cosine).toBeCloseTo(expected[i]!, 4);
      }
    });

    test("integers and fractions are compared as numbers", async () => {
      const numbers = [-2, -1.5, -1, -0.5, -1e-7, 0, 1e-7, 0.5, 1, 1.5, 2, Number.MAX_SAFE_INTEGER];
      const records = numbers.map((n, i) => record(`n${i}`, seededVector(i, DIMENSION), { n }));
      const collection = await harness.collectionOf(records);
      for (const value of numbers) {
        for (const operator of ["$gt", "$gte", "$lt", "$lte", "$eq", "$ne"]) {
          for (const filter of [{ n: { [operator]: value } }, { $not: { n: { [operator]: value } } }]) {
            const ids = await searchIds(collection, seededVector(1, DIMENSION), 20, parseFilter(filter)!);
            expectMatching(records, filter, ids);
          }
        }
      }
    });

    test.each(OPERATORS)(
      "%s agrees with the reference evaluator for every kind of value and operand",
      async (operator) => {
        const records = [
          ...KINDS.map((value) => ({ [KEY]: value }) as JsonObject),
          { [DECOMPOSED_KEY]: KINDS[0]! },
          {},
        ].map((metadata, i) => record(`k${i}`, seededVector(i, DIMENSION), metadata));
        const collection = await harness.collectionOf(records);
        for (const operand of operandsOf(operator)) {
          for (const key of [KEY, DECOMPOSED_KEY]) {
            for (const filter of [{ [key]: { [operator]: operand } }, { $not: { [key]: { [operator]: operand } } }]) {
              const tree = parseFilter(filter)!;
              const ids = await searchIds(collection, seededVector(1, DIMENSION), records.length, tree);
              expectMatching(records, filter, ids);
              expect(await harness.run((store) => store.count(collection, tree))).toBe(ids.length);
            }
          }
        }
      },
      120_000,
    );

    test.each(["__proto__", "constructor", "toString"])("a field named %j is an ordinary field", async (name) => {
      const metadata = (value: JsonValue) => Object.fromEntries([[name, value]]) as JsonObject;
      const records = [metadata(1), metadata(2), metadata("2"), metadata([3, "x"]), metadata({ inner: 2 }), {}].map(
        (each, i) => record(`n${i}`, seededVector(i, DIMENSION), each),
      );
      const collection = await harness.collectionOf(records);
      const conditions: readonly JsonObject[] = [
        ...[{ $gte: 2 }, { $lt: 2 }, { $eq: 2 }, { $in: ["2", 3] }, { $contains: "x" }, { $exists: true }].map(
          metadata,
        ),
        { [`${name}.inner`]: { $gt: 1 } },
      ];
      for (const filter of conditions) {
        const tree = parseFilter(filter)!;
        expectMatching(records, filter, await searchIds(collection, seededVector(1, DIMENSION), 10, tree));
      }
    });

    test("a filter uses a record's latest metadata", async () => {
      const collection = await harness.collectionOf(numbered(10, DIMENSION, () => ({ live: false })));
      const filter = parseFilter({ live: true })!;
      const query = seededVector(1, DIMENSION);
      expect(await searchIds(collection, query, 5, filter)).toEqual([]);
      await harness.run((store) => store.upsert(collection, [record("r00004", query, { live: true })]));
      expect(await searchIds(collection, query, 5, filter)).toEqual(["r00004"]);
      await harness.run((store) => store.upsert(collection, [record("r00004", query, { live: [null] })]));
      expect(await searchIds(collection, query, 5, filter)).toEqual([]);
    });

    test("lists of a thousand values and trees at the limits are supported", async () => {
      const records = numbered(40, DIMENSION, (i) => ({ n: i, tag: `t${i}` }));
      const collection = await harness.collectionOf(records);
      const query = seededVector(1, DIMENSION);
      const values = Array.from({ length: 1_000 }, (_, i) => (i < 500 ? `t${i * 2}` : i * 2));
      const filters = [
        { tag: { $in: values } },
        { tag: { $nin: values } },
        { $or: Array.from({ length: 255 }, (_, i) => ({ n: i * 2 })) },
        { $and: Array.from({ length: 255 }, (_, i) => ({ n: { $ne: i * 2 } })) },
      ];
      for (const filter of filters) {
        const tree = parseFilter(filter)!;
        expect((await searchIds(collection, query, 40, tree)).toSorted()).toEqual(matching(records, tree));
      }
    });
  });
};

const KEY = "größe";
const DECOMPOSED_KEY = KEY.normalize("NFD");

/** One value of each kind; several spellings of values that are compared in canonical form. */
const KINDS: readonly JsonValue[] = [
  ...["2024-03-11T00:00:00Z", "2024-03-11", "2024-03-10T19:00-05:00", "2024-03-11 00:00:00,50+00", "2024-03-11T08:00"],
  ...["2024-02-30", "2024", "pump", "Köln", "Köln".normalize("NFD"), "", "5"],
  ...[5, -0.5, 0, Number.MAX_SAFE_INTEGER, true, false, null],
  ...[["2024-03-11T01:00:00+01:00", "pump"], ["2024-03-12", null, 5], ["Köln".normalize("NFD")], [], { a: 1 }],
];

const OPERATORS = ["$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$nin", "$exists", "$contains", "$not_contains"];

const operandsOf = (operator: string): readonly JsonValue[] => {
  const scalars = KINDS.filter((value) => typeof value !== "object");
  if (operator === "$exists") return [true, false];
  if (operator === "$in" || operator === "$nin") return [...scalars.map((value) => [value]), scalars, []];
  if (/^.[gl]t/.test(operator)) return scalars.filter((value) => typeof value !== "boolean");
  if (/contains/.test(operator)) return [...scalars, "00:00", "T", "-05:00", "2024-03-1", "ö"];
  return [...scalars, null];
};

/** Returns the seed from the variable QUARRY_TEST_SEED, to reproduce a failure, or a random one. */
const seedOfRun = (): number => Number(process.env["QUARRY_TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 30));
