import { type Filter, parseFilter } from "@quarry/plugin/domain";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { VectorRecord } from "@quarry/plugin";
import { metadataArbitrary } from "../arbitraries.ts";
import { numbered, record, seededVector } from "./sample-records.ts";
import type { VectorStoreHarness } from "./vector-store-harness.ts";

/** Number of random metadata objects that must be read back as they were written. */
const ROUND_TRIPS = 150;

export const readSuite = (harness: VectorStoreHarness): void => {
  const listAll = async (collection: string, limit: number, filter?: Filter): Promise<readonly VectorRecord[]> => {
    const records: VectorRecord[] = [];
    let cursor: string | undefined;
    do {
      const page = await harness.run((store) => store.list(collection, { filter, cursor, limit }));
      expect(page.records.length).toBeLessThanOrEqual(limit);
      records.push(...page.records);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return records;
  };

  describe("get, list and count", () => {
    test("get returns each existing record once and ignores unknown ids", async () => {
      const records = numbered(5);
      const collection = await harness.collectionOf(records);
      const found = await harness.run((store) =>
        store.get(collection, ["r00003", "unknown", "r00001", "r00003", "x".repeat(600)]),
      );
      expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([records[1], records[3]]);
      expect(await harness.run((store) => store.get(collection, []))).toEqual([]);
    });

    test("get accepts many ids at once", async () => {
      const records = numbered(2_000);
      const collection = await harness.collectionOf(records);
      const found = await harness.run((store) =>
        store.get(
          collection,
          records.map((entry) => entry.id),
        ),
      );
      expect(found).toHaveLength(2_000);
    });

    test("metadata is returned unchanged, including odd keys, nulls, nesting and large numbers", async () => {
      const records = fc
        .sample(metadataArbitrary, { numRuns: ROUND_TRIPS, seed: 7 })
        .map((metadata, i) => record(`m${i}`, seededVector(i, 4), metadata));
      const collection = await harness.collectionOf(records);
      const stored = await harness.run((store) =>
        store.get(
          collection,
          records.map((entry) => entry.id),
        ),
      );
      const texts = new Map(stored.map((entry) => [entry.id, canonical(entry.metadata)]));
      expect(texts).toEqual(new Map(records.map((entry) => [entry.id, canonical(entry.metadata)])));
    });

    test.each([1, 7, 50, 1_000])("pages of %d list each record once, in a stable order", async (limit) => {
      const records = numbered(50);
      const collection = await harness.collectionOf(records);
      const listed = await listAll(collection, limit);
      expect(listed.map((entry) => entry.id).sort()).toEqual(records.map((entry) => entry.id));
      expect(await listAll(collection, 1_000)).toEqual(listed);
      expect(listed.find((entry) => entry.id === "r00007")).toEqual(records[7]);
    });

    test("the last page has no cursor, and an empty collection has one empty page", async () => {
      const collection = await harness.collectionOf(numbered(3));
      expect(await harness.run((store) => store.list(collection, { limit: 3 }))).not.toHaveProperty("nextCursor");
      const empty = await harness.collectionOf([], 4);
      expect(await harness.run((store) => store.list(empty, { limit: 3 }))).toEqual({ records: [] });
    });

    test("list and count apply the filter exactly", async () => {
      const collection = await harness.collectionOf(numbered(60, 4, (i) => ({ n: i, third: i % 3 === 0 })));
      const filter = parseFilter({ third: true, n: { $gte: 10 } })!;
      const listed = await listAll(collection, 4, filter);
      expect(listed.map((entry) => entry.metadata["n"]).toSorted((a, b) => Number(a) - Number(b))).toEqual(
        Array.from({ length: 16 }, (_, i) => 12 + 3 * i),
      );
      expect(await harness.run((store) => store.count(collection, filter))).toBe(16);
      expect(await harness.run((store) => store.count(collection))).toBe(60);
      const none = parseFilter({ n: "5" })!;
      expect(await listAll(collection, 10, none)).toEqual([]);
      expect(await harness.run((store) => store.count(collection, none))).toBe(0);
    });
  });
};

/** Returns JSON with sorted keys: the order of keys is not part of the contract. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
